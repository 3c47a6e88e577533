#!/usr/bin/env bash
# Installs a Debian package on two new Debian systems, without systemd running, and uses it as an operator would: a first
# administrator, a start as the unit starts it, an upload, an upgrade, a backup, a purge, a restore on the other system.
#
# use: packaging/test-deb.sh PACKAGE.deb
#
# Needs root, debootstrap and a network with a mirror of Debian: the one of this machine's apt is used. Where something
# is missing, it says so and ends with 0. A failed step ends with 1. Two minutes on two processors.
set -euo pipefail
export PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive

CONFIG=/etc/lockstep/lockstep.toml
URL=http://127.0.0.1:8420
# zxcvbn accepts it; nothing else uses it.
PASSWORD='a heron walks through cold water'

fail() { echo "test-deb: $*" >&2; exit 1; }
skip() { echo "skipped: the test of the Debian package: $*"; exit 0; }
step() { echo "test-deb: $*"; }

# Checks what is needed, and runs the rest where no mount and no process survives it.
main() {
  [ -f "${1-}" ] || fail 'use: packaging/test-deb.sh PACKAGE.deb'
  [ "$(id -u)" = 0 ] || skip 'it needs root'
  for tool in debootstrap dpkg-deb unshare; do
    command -v "$tool" > /dev/null || skip "$tool is not installed (Debian: debootstrap, dpkg, util-linux)"
  done
  [ "$(. /etc/os-release && echo "${ID-}")" = debian ] || skip 'this machine is not Debian'
  unshare --mount --pid --fork true 2> /dev/null || skip 'this machine permits no mount namespace'
  FOLDER=$(mktemp --directory)
  trap 'rm --recursive --force --one-file-system "$FOLDER"' EXIT
  unshare --mount --pid --fork --kill-child --mount-proc "$0" prepare "$(realpath "$1")" "$FOLDER"
}

# With the network: two systems, the packages that Lockstep depends on, and a package of a higher version.
prepare() {
  local deb=$1 folder=$FOLDER mirror codename mounted
  codename=$(. /etc/os-release && echo "${VERSION_CODENAME-}")
  mirror=$(apt-get indextargets --format '$(REPO_URI)' \
    "Codename: $codename" 'Component: main' 'Identifier: Packages' | head -n 1)
  [ -n "$mirror" ] || fail "apt knows no mirror of $codename: apt-get update"
  step "two systems of $codename"
  quietly debootstrap --variant=minbase --include=curl,iproute2 "$codename" "$folder/one" "$mirror"
  # debootstrap leaves them mounted.
  for mounted in proc sys; do
    ! mountpoint --quiet "$folder/one/$mounted" || umount "$folder/one/$mounted"
  done
  cp --archive "$folder/one" "$folder/two"
  repack "$deb"
  local system
  for system in one two; do
    mount -t proc proc "$folder/$system/proc"
    cp /etc/resolv.conf "$folder/$system/etc/resolv.conf"
    cp "$deb" "$folder/$system/srv/lockstep.deb"
    cp "$folder/newer.deb" "$folder/$system/srv/newer.deb"
  done
  apt one install --download-only /srv/lockstep.deb
  # Each program that the package's scripts need has to be named by its dependencies: here one of them is installed alone.
  apt two install systemd-standalone-sysusers
  apt two install --download-only /srv/lockstep.deb
  # The rest has the ports of this machine for itself.
  unshare --net "$0" run "$folder"
}

# The same files under a higher version, with another configuration file, so that an upgrade has to keep the edited one.
repack() {
  local deb=$1 folder=$FOLDER version
  dpkg-deb --raw-extract "$deb" "$folder/newer"
  version=$(dpkg-deb --field "$deb" Version)
  sed --in-place "s/^Version: .*/Version: $version.1/" "$folder/newer/DEBIAN/control"
  echo '# A line of the newer version.' >> "$folder/newer$CONFIG"
  dpkg-deb --root-owner-group -Zgzip -z1 --build "$folder/newer" "$folder/newer.deb" > "$folder/log"
}

# Prints what a command says only if it fails.
quietly() { "$@" > "$FOLDER/log" 2>&1 || { tail -n 30 "$FOLDER/log" >&2; fail "failed: $*"; }; }

# apt SYSTEM WORDS…: without questions; an edited configuration file stays.
apt() {
  local system=$1
  shift
  quietly chroot "$FOLDER/$system" apt-get --yes --no-install-recommends \
    -o Dpkg::Options::=--force-confold "$@"
}

# A setting of the installed unit.
unit() {
  local file
  for file in "$FOLDER/$SYSTEM"/{usr/lib,lib}/systemd/system/lockstep.service; do
    [ ! -f "$file" ] || { sed --quiet "s/^$1=//p" "$file"; return; }
  done
  fail 'the package has no unit'
}

# Becomes a program under the user of the service, without capabilities and variables. For a subshell.
become() {
  umask 077
  exec chroot "$FOLDER/$SYSTEM" setpriv "--reuid=$(unit User)" "--regid=$(unit Group)" --init-groups \
    --no-new-privs --bounding-set=-all env --ignore-environment PATH=/usr/bin:/bin "$@"
}

lockstep() { (become lockstep --config "$CONFIG" "$@"); }

# Starts the server as the unit does, and waits until it is ready.
start() {
  # shellcheck disable=SC2046
  (become $(unit ExecStart)) > "$FOLDER/server.log" 2>&1 &
  SERVER=$!
  request --retry 120 --retry-delay 1 --retry-connrefused "$URL/readyz" > "$FOLDER/log" 2>&1 ||
    { cat "$FOLDER/server.log" >&2; fail 'the server is not ready'; }
  local token="{\"username\": \"admin\", \"password\": \"$PASSWORD\"}"
  TOKEN=$(request "$URL/api/auth/token" --json "$token" | sed 's/.*"access_token":"\([^"]*\)".*/\1/')
}

stop() {
  kill "$SERVER"
  wait "$SERVER" || { cat "$FOLDER/server.log" >&2; fail 'the server did not end as asked'; }
}

request() { chroot "$FOLDER/$SYSTEM" curl --silent --show-error --fail-with-body "$@"; }

# upload VALUE TIME
upload() {
  local point="{\"timestamp\": \"$2\", \"type\": \"weight\", \"value\": $1, \"unit\": \"kg\", \"device\": \"scale\"}"
  request --oauth2-bearer "$TOKEN" "$URL/v1/sfdp/data" --json "{\"data\": [$point]}" > "$FOLDER/log"
}

points() { request --oauth2-bearer "$TOKEN" "$URL/v1/sfdp/data?type=weight&limit=10"; }

# holds POINTS: the server answers with these, and finds nothing wrong with its data.
holds() {
  local found
  found=$(points)
  [ "$found" = "$1" ] || fail "the points are $found instead of $1"
  quietly lockstep doctor
  quietly lockstep audit verify
}

# What the package puts on a system.
check_files() {
  local root=$FOLDER/$SYSTEM file data=$FOLDER/$SYSTEM/var/lib/lockstep
  for file in man/man1/lockstep.1.gz man/man1/lockstep-serve.1.gz bash-completion/completions/lockstep \
    zsh/vendor-completions/_lockstep fish/vendor_completions.d/lockstep.fish doc/lockstep/lockstep.cdx.json \
    doc/lockstep/licences.txt doc/lockstep/LICENSE-MIT; do
    [ -s "$root/usr/share/$file" ] || fail "/usr/share/$file is missing"
  done
  [ "$(stat --format=%a "$data")" = 700 ] || fail 'the data directory can be read by others'
  # The user may have another number on this machine.
  [ "$(stat --format=%u "$data")" = "$(chroot "$root" id -u "$(unit User)")" ] || fail 'the data directory has another owner'
}

# Without the network: the life of an installation.
run() {
  chroot "$FOLDER/one" ip link set lo up

  step 'install'
  SYSTEM=one
  apt one install /srv/lockstep.deb
  check_files
  # As an operator edits it: an upgrade has to keep this.
  printf '\n[backup]\ndirectory = "/var/backups/lockstep"\n' >> "$FOLDER/one$CONFIG"
  chroot "$FOLDER/one" install --directory --owner=lockstep --group=lockstep --mode=700 /var/backups/lockstep
  echo "$PASSWORD" | lockstep user create admin --email admin@example.org --role admin --password-stdin > "$FOLDER/log"

  step 'serve'
  start
  upload 71.5 2026-01-31T06:30:00Z
  local before file
  before=$(points)
  case $before in *'"value":71.5'*) ;; *) fail "the uploaded point is not in $before" ;; esac
  holds "$before"

  step 'upgrade a running server, then restart it'
  apt one install /srv/newer.deb
  grep --quiet '^directory = "/var/backups/lockstep"' "$FOLDER/one$CONFIG" || fail 'the upgrade lost the configuration'
  stop
  start
  holds "$before"
  upload 71.25 2026-02-01T06:30:00Z
  before=$(points)

  step 'back up'
  quietly lockstep backup create /var/backups/lockstep/one
  quietly lockstep backup verify /var/backups/lockstep/one
  stop
  cp --archive "$FOLDER/one/var/backups/lockstep/one" "$FOLDER/two/srv/backup"
  cp --archive "$FOLDER/one/var/lib/lockstep/secrets" "$FOLDER/two/srv/secrets"

  step 'remove and purge'
  apt one purge lockstep
  for file in "$CONFIG" /usr/bin/lockstep; do
    [ ! -e "$FOLDER/one$file" ] || fail "purge left $file"
  done
  [ -f "$FOLDER/one/var/lib/lockstep/lockstep.db" ] || fail 'purge removed the data'

  step 'restore on the other system'
  SYSTEM=two
  apt two install /srv/newer.deb
  check_files
  local data=/var/lib/lockstep
  chroot "$FOLDER/two" cp --recursive /srv/secrets "$data/secrets"
  chroot "$FOLDER/two" cp --recursive /srv/backup "$data/backup"
  chroot "$FOLDER/two" chown --recursive lockstep:lockstep "$data"
  quietly lockstep backup restore "$data/backup"
  start
  holds "$before"
  stop
  step 'installed, served, upgraded, backed up, purged and restored'
}

case ${1-} in
  prepare) FOLDER=$3 && prepare "$2" ;;
  run) FOLDER=$2 && run ;;
  *) main "$@" ;;
esac
