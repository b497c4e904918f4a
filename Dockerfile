# Askwell as a server of its own: docs/docker.md says how to build and run it.

FROM node:24-slim AS build
WORKDIR /app
COPY . .
RUN npm ci
RUN node scripts/turbo.mjs run build --filter=@askwell/server

# Only what the server needs at run time, in the versions of the lock file. `pg` is for PostgreSQL.
RUN npm pkg delete workspaces && npm pkg set "workspaces[]=packages/server-lib" "dependencies.pg=*"
RUN npm prune --omit=dev && mkdir -p packages/server-lib/node_modules

FROM node:24-slim
ENV NODE_ENV=production \
    PATH=/app/node_modules/.bin:$PATH \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATABASE_URL=/data/askwell.db
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/packages/server-lib/package.json packages/server-lib/package.json
COPY --from=build /app/packages/server-lib/LICENSE packages/server-lib/LICENSE
COPY --from=build /app/packages/server-lib/node_modules packages/server-lib/node_modules
COPY --from=build /app/packages/server-lib/dist packages/server-lib/dist
RUN install --directory --owner=node --group=node --mode=700 /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["askwell", "serve"]
