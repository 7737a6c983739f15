# A Holdfast server for others to use. It speaks plain HTTP: put a proxy with TLS before it, see docs/operations.md.
#
#   docker build -t holdfast .
#   docker run -d --restart unless-stopped --name holdfast -p 127.0.0.1:7420:7420 -v holdfast:/var/lib/holdfast holdfast
#   docker exec holdfast holdfast token create anna --role admin     # the first token: hf_…, shown this once
#
# In a container it must listen on all addresses, which the server refuses to do without sign-in: so tokens are on.

# To build from images that cannot change, give their digests:
#   docker build --build-arg JDK=eclipse-temurin@sha256:… --build-arg JRE=eclipse-temurin@sha256:… -t holdfast .
ARG JDK=eclipse-temurin:17-jdk
ARG JRE=eclipse-temurin:17-jre

FROM ${JDK} AS build
WORKDIR /src
COPY . .
RUN --mount=type=cache,target=/root/.m2 \
    ./mvnw -B -q -Dfast -Dmaven.test.skip=true -pl cli,cli/extras,cli/audit,examples -am package

FROM ${JRE}
COPY --from=build /src/cli/target/fast/holdfast.jar /src/cli/target/fast/holdfast-extras.jar \
    /src/cli/target/fast/holdfast-audit.jar /src/cli/target/fast/holdfast-demo.jar /src/holdfast /src/deploy/healthcheck /opt/holdfast/
# The call makes an archive of classes, by which later ones start quicker.
RUN useradd --uid 7420 --user-group --create-home --home-dir /var/lib/holdfast --shell /usr/sbin/nologin holdfast \
    && chmod 700 /var/lib/holdfast \
    && ln -s /opt/holdfast/holdfast /usr/local/bin/holdfast \
    && holdfast --version
USER holdfast
WORKDIR /var/lib/holdfast
VOLUME /var/lib/holdfast
ENV HOLDFAST_STORE=sqlite:/var/lib/holdfast/locks.db \
    HOLDFAST_HOST=0.0.0.0 \
    HOLDFAST_TOKENS=true \
    HOLDFAST_LOG=json
EXPOSE 7420
HEALTHCHECK --interval=30s --timeout=10s --start-period=30s CMD ["/opt/holdfast/healthcheck"]
ENTRYPOINT ["holdfast"]
CMD ["serve"]
