#!/bin/sh
# sh server/tools/release/assemble.sh FOLDER
# Copies the built site, the packages that it runs with and Node into an empty folder: for the image and for the archive
# of a release alike. It takes packages out of the checkout that it is called in, which is not to be used afterwards.
set -e
target="$1"
mkdir -p "$target/client"

# The commands become one program, as the server already is, so that of all packages only these stay.
kept="sharp better-sqlite3 @node-rs/argon2 pg @trpc/server @trpc/client"
node_modules/.bin/node node_modules/rolldown/bin/cli.mjs server/cli/run.ts --dir dist/cli --platform node --format esm \
  $(for name in $kept pg-native; do echo "--external $name"; done)
npm uninstall --no-save --omit=dev --ignore-scripts --no-audit --no-fund --loglevel=error $(kept="$kept" node -p \
  'Object.keys(require("./package.json").dependencies).filter((name) => !process.env.kept.split(" ").includes(name)).join(" ")')

# Declarations for compilers, other systems' programs and a debugger's symbols go.
if command -v strip > /dev/null; then strip --strip-unneeded node_modules/.bin/node; fi
(
  cd node_modules
  rm -rf typescript @typescript better-sqlite3/deps better-sqlite3/src node-linux-*/include node-linux-*/share node-linux-*/*.md
  find better-sqlite3/prebuilds -type f ! -name "linux-$(node -p process.arch).node" -delete
  find . -type f \( -name '*.d.[cm]ts' -o -name '*.d.ts' -o -name '*.map' \) -delete
)

# The site reads these of its sources; the demonstration's pictures are among the built files too.
cp --parents -r dist node_modules package.json server/tools/start.sh server/pictures/uploads/placeholder.jpg "$target"
ln -s ../dist/client "$target/client/public"
node_modules/.bin/node server/tools/release/describe-program.ts "$target/package.json"
# The commands are where they are in a checkout.
mkdir "$target/server/cli"
echo 'import "../../dist/cli/run.js"' > "$target/server/cli/run.ts"
for path in README.md LICENSE CHANGELOG.md docs; do
  if [ -e "$path" ]; then cp -r "$path" "$target"; fi
done
