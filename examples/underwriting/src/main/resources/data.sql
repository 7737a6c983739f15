-- Something to work on. The version row of a policy has the policy's number, so that the lock policy/12345 is easily found.
INSERT INTO version VALUES
  (12345, 1, 'the archive', now()), (12346, 1, 'the archive', now()), (12347, 1, 'the archive', now()), (12348, 1, 'the archive', now())
ON CONFLICT DO NOTHING;
INSERT INTO policy VALUES
  (12345, 12345, 'Harbour Ferries', 'Marine hull', 'C', 48200.00),
  (12346, 12346, 'Mill Street Bakery', 'Fire and contents', 'B', 3150.00),
  (12347, 12347, 'The Night Library', 'Public liability', 'A', 1280.00),
  (12348, 12348, 'Tunnel Authority', 'Construction all risks', 'D', 310000.00)
ON CONFLICT DO NOTHING;
INSERT INTO coverage VALUES
  (1, 12345, 12345, 'Hull and machinery', 6500000), (2, 12345, 12345, 'Collision liability', 4000000),
  (3, 12346, 12346, 'Fire', 900000), (4, 12347, 12347, 'Visitors', 2000000), (5, 12348, 12348, 'Works', 80000000)
ON CONFLICT DO NOTHING;
INSERT INTO endorsement VALUES
  (1, 12345, 12345, 'Not while the harbour is closed by ice.'), (2, 12348, 12348, 'Tunnelling below the river by separate agreement.')
ON CONFLICT DO NOTHING;
INSERT INTO named_insured VALUES
  (1, 12345, 12345, 'Harbour Ferries'), (2, 12345, 12345, 'Island Lines'), (3, 12346, 12346, 'Mill Street Bakery')
ON CONFLICT DO NOTHING;
SELECT setval(pg_get_serial_sequence('coverage', 'id'), (SELECT max(id) FROM coverage));
SELECT setval(pg_get_serial_sequence('endorsement', 'id'), (SELECT max(id) FROM endorsement));
SELECT setval(pg_get_serial_sequence('named_insured', 'id'), (SELECT max(id) FROM named_insured));
