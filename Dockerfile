# One image for every role: `serve` is the whole service, `serve --role api` and `serve --role worker` share its work.
# docker build -t audio-audit .    Both architectures: docker buildx build --platform linux/amd64,linux/arm64 .

# What is needed to build is left behind here; the dependencies of the build are the same on every machine.
FROM node:22-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY packages/client/package.json packages/client/
COPY packages/models/package.json packages/models/
COPY packages/runtime/package.json packages/runtime/
# Without scripts: packages with native parts bring them ready-made for both architectures.
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY packages packages
COPY src src
COPY web web
# The model runtime has libraries for systems that this image is not.
RUN npm run build \
    && cd packages/runtime/bin/napi-v6 \
    && rm -rf darwin \
    && find linux -mindepth 1 -maxdepth 1 -not -name "$(node -p process.arch)" -exec rm -rf {} +

FROM node:22-bookworm-slim AS dependencies
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY packages/client/package.json packages/client/
COPY packages/models/package.json packages/models/
COPY packages/runtime/package.json packages/runtime/
# With the client of Redis, which an install does without, in the versions of the lock file.
RUN npm install --omit=dev --ignore-scripts bullmq@6.7.0 ioredis@6.0.0

FROM node:22-bookworm-slim
ENV NODE_ENV=production \
    AUDIO_AUDIT_DATA=/data \
    PORT=8080
# tini hands signals on and collects what is left of ended processes; Node as process 1 does neither.
RUN apt-get update && apt-get install -y --no-install-recommends tini ca-certificates \
    && rm -rf /var/lib/apt/lists/* \
    && mkdir -m 700 /data && chown node:node /data
WORKDIR /app
# What changes least comes first, so that a change of code ships none of it again. The weights and the runtime are the same
# bytes with the same times whenever they are made.
COPY --from=build /build/packages/models/weights packages/models/weights
COPY --from=build /build/packages/runtime/bin packages/runtime/bin
COPY --from=dependencies /build/node_modules node_modules
COPY models models
COPY --from=build /build/packages/runtime/dist packages/runtime/dist
COPY packages packages
COPY package.json LICENSE THIRD_PARTY.md ./
COPY --from=build /build/dist dist
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Every core has a worker: helpers of the garbage collector only take time from them (a fifth of an audit).
ENTRYPOINT ["tini", "--", "node", "--single-threaded-gc", "dist/cli/main.js"]
CMD ["serve"]
