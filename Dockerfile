# Stages: all packages, the built web interface, the packages of the service, the image. Node runs the service's TypeScript without a build.
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci

FROM packages AS ui
COPY tsconfig.json ./
COPY ui ./ui
COPY docs/import.md ./docs/
COPY src/domain ./src/domain
COPY src/platform ./src/platform
COPY scripts ./scripts
RUN node scripts/build-ui.ts

# Optional packages stay, since native code comes in them; the one with Node itself is for machines that have an older one.
FROM packages AS dependencies
RUN npm prune --omit=dev && rm -rf node_modules/node-linux-* node_modules/.bin/node

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8000 DATA_DIR=/data
# With the limits of the heap below a quarter less memory under load, at the same speed: by default each thread has arenas of its own, and the first one lets garbage grow with the memory of the machine.
ENV MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=dependencies /app/node_modules ./node_modules
COPY package.json .npmrc NOTICE ./
COPY models ./models
COPY src ./src
COPY projections ./projections
COPY scripts ./scripts
COPY --from=ui /app/dist ./dist
# The only folder that the service writes to; the rest may be read-only.
RUN install -d -o node -g node -m 0700 /data
USER node
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s --retries=12 CMD ["scripts/healthcheck", "/api/health"]
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=768", "src/main.ts"]
