# One image for servers and workers: `rondel serve` unless told otherwise.

# The browser client, built where none of its tools stay behind.
FROM node:22-bookworm-slim AS client
WORKDIR /build
COPY package.json package-lock.json LICENSE ./
COPY web/package.json ./web/
RUN npm ci --no-audit --no-fund
COPY web ./web
COPY src/rondel ./src/rondel
RUN npm run build --workspace web

FROM python:3.12-slim-bookworm

# docker build --build-arg COMMIT=$(git rev-parse --short=12 HEAD) .
ARG COMMIT=""
ENV PYTHONUNBUFFERED=1 \
    RONDEL_COMMIT=$COMMIT \
    PYTHONDONTWRITEBYTECODE=1 \
    RONDEL_HOST=0.0.0.0 \
    RONDEL_PORT=8000 \
    RONDEL_DATABASE=sqlite:////data/rondel.db \
    RONDEL_CACHE=/opt/rondel/cache

WORKDIR /opt/rondel
# What changes seldom first: the versions everything is tested with, then Rondel itself.
COPY constraints.txt pyproject.toml README.md LICENSE ./
COPY src ./src
COPY --from=client /build/src/rondel/server/static ./src/rondel/server/static
COPY --from=client /build/src/rondel/rendering/built ./src/rondel/rendering/built
RUN pip install --no-cache-dir --constraint constraints.txt ".[serve,host,draw]" \
    && rm -rf src \
    && useradd --system --home-dir /opt/rondel rondel \
    && install -d -o rondel -m 700 /data \
    && install -d -o rondel "$RONDEL_CACHE"

USER rondel
# Compiled here, so that no container starts with a pause.
RUN rondel compile
VOLUME /data
EXPOSE 8000
# Asks for a write too: a full disk is no health.
HEALTHCHECK --interval=10s --timeout=6s --start-period=60s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/readyz', timeout=5)"]
CMD ["rondel", "serve"]
