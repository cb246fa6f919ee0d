#!/bin/sh
# Keeps the certificate of $DOMAINS valid: certbot renews it in its last third, and HAProxy reads it without a pause.
# HAProxy sends what Let's Encrypt asks for on port 80 to port 8080 here.
folder=${CERTIFICATES:-/certificates}
live=${LIVE:-/etc/letsencrypt/live/site}

obtain() {
  set -- certonly --non-interactive --agree-tos --server "$ACME_SERVER" --standalone --http-01-port 8080 \
    --cert-name site --keep-until-expiring --renew-with-new-domains
  for domain in $DOMAINS; do set -- "$@" --domain "$domain"; done
  if [ -n "$ACME_EMAIL" ]; then set -- "$@" --email "$ACME_EMAIL"; else set -- "$@" --register-unsafely-without-email; fi
  certbot "$@"
}

# HAProxy leaves out names that begin with a dot.
install_certificate() {
  umask 077
  cat "$live/fullchain.pem" "$live/privkey.pem" > "$folder/.new" || return
  if [ ! -e "$folder/.unread" ] && cmp -s "$folder/.new" "$folder/site.pem"; then return; fi
  # It stays until HAProxy has read the certificate, so that a reload that failed is tried again.
  touch "$folder/.unread"
  mv "$folder/.new" "$folder/site.pem"
  # The first certificate may come before HAProxy does.
  python3 -c '
import os, socket
with socket.socket(socket.AF_UNIX) as master:
    master.connect(os.environ.get("MASTER", "/run/haproxy/master.sock"))
    master.sendall(b"reload\n")
    answer = master.recv(4096).decode()
    print(answer)
    raise SystemExit("Success=0" in answer)
' && rm "$folder/.unread"
}

trap 'exit 0' TERM INT
while :; do
  # Let's Encrypt allows five failures an hour.
  if obtain && install_certificate; then pause=${PAUSE:-43200}; else pause=${PAUSE:-3600}; fi
  sleep "$pause" &
  wait $!
done
