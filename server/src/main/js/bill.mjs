// Writes bom.json, the bill of materials of this package, in the format of CycloneDX. npm runs it before it packs.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';

const { name, version, description, license, dependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'));
const reference = `pkg:npm/${name}@${version}`;

const files = readdirSync('.', { recursive: true })
  .map((file) => String(file).replaceAll('\\', '/'))
  .filter((file) => /\.(js|d\.ts)$/.test(file))
  .sort()
  .map((file) => ({
    type: 'file',
    name: file,
    'bom-ref': file,
    hashes: [{ alg: 'SHA-256', content: createHash('sha256').update(readFileSync(file)).digest('hex') }],
  }));

const libraries = Object.entries(dependencies).map(([library, range]) => ({
  type: 'library',
  name: library,
  version: range,
  'bom-ref': `pkg:npm/${library}@${range}`,
}));

const bill = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: {
    component: {
      type: 'library',
      name,
      version,
      description,
      licenses: [{ license: { id: license } }],
      purl: reference,
      'bom-ref': reference,
      components: files,
    },
  },
  components: libraries,
  dependencies: [{ ref: reference, dependsOn: libraries.map((library) => library['bom-ref']) }],
};
writeFileSync('bom.json', `${JSON.stringify(bill, null, 2)}\n`);
