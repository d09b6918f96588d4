# The service: dependencies in one stage, the web interface in another, the image that runs in the last. TypeScript of the service runs as it is.
FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Node 24 is in the image already; the copy that `npm ci` brings for older machines is optional.
RUN npm ci --omit=dev --omit=optional

FROM node:24.21.0-bookworm-slim AS ui
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
RUN npm ci
COPY ui ./ui
COPY scripts ./scripts
RUN node scripts/build-ui.ts

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8000 DATA_DIR=/data
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json ./
COPY src ./src
COPY projections ./projections
COPY scripts ./scripts
COPY --from=ui /app/dist ./dist
# The one folder it writes; the rest of the file system may be read-only.
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main.ts"]
