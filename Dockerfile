# Three stages: dependencies, the built web interface, the image. Node runs the service's TypeScript without a build.
FROM node:24.21.0-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image has Node 24; the optional dependency that brings it to older machines is not needed.
RUN npm ci --omit=dev --omit=optional

FROM node:24.21.0-bookworm-slim AS ui
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json ./
RUN npm ci
COPY ui ./ui
COPY src/domain/ticket-fields.ts ./src/domain/
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
# The only folder that the service writes to; the rest may be read-only.
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/main.ts"]
