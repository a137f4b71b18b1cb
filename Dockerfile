# One image for servers and workers: `rondel serve` unless told otherwise.
FROM python:3.12-slim

ENV PYTHONUNBUFFERED=1 \
    RONDEL_HOST=0.0.0.0 \
    RONDEL_PORT=8000 \
    RONDEL_DATABASE=sqlite:////data/rondel.db \
    RONDEL_CACHE=/opt/rondel/cache

WORKDIR /opt/rondel
COPY pyproject.toml README.md LICENSE ./
COPY src ./src
RUN pip install --no-cache-dir ".[host]" \
    && useradd --system --home-dir /opt/rondel rondel \
    && mkdir -p /data "$RONDEL_CACHE" \
    # Compiled here, so that no container starts with a pause.
    && rondel compile \
    && chown -R rondel /data "$RONDEL_CACHE"

USER rondel
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
    CMD ["python", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz')"]
CMD ["rondel", "serve"]
