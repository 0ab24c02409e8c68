# Sourced by tests/run and demos/run: the system packages that Thud needs, by their Debian names.

thud_build_packages=(build-essential cmake ninja-build libsdl2-dev libstb-dev libimgui-dev libcjson-dev libexpat1-dev zlib1g-dev
    libcmocka-dev fonts-dejavu-core)
thud_test_packages=(xvfb xdotool clang pkg-config)
thud_matrix_packages=(clang-tools lld libwine-dev gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user g++-mingw-w64-x86-64-win32 libz-mingw-w64-dev
    wine64 emscripten)
thud_fuzz_packages=(libclang-rt-dev)

# thud_install_packages NAME...: installs what is missing, without what these packages only recommend (70 more, for Wine). As root or with sudo on a Debian system; elsewhere it
# prints what to install and goes on, because the tools may be there by another way: CMake says what it lacks.
thud_install_packages() {
    local missing=() installed package prefix=()
    if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
        echo "This is not a Debian system. Thud needs what Debian calls: $*" >&2
        return 0
    fi
    installed=$(dpkg-query -W -f '${Status} ${Package} ${Provides}\n' 2>/dev/null)
    for package in "$@"; do
        # A package that another one provides (pkg-config by pkgconf) counts too.
        grep -qE "^install ok installed.*[ ,]${package//+/\\+}([ ,]|\$)" <<<"$installed" || missing+=("$package")
    done
    if [ ${#missing[@]} -eq 0 ]; then
        return 0
    fi
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "Please install as root: apt-get install ${missing[*]}" >&2
            return 0
        fi
        prefix=(sudo)
    fi
    echo "Installing: ${missing[*]}" >&2
    if ! { "${prefix[@]}" apt-get update -qq &&
           "${prefix[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"; } >&2; then
        echo "Could not install. Please install: ${missing[*]}" >&2
    fi
}

# thud_wine: the program that runs those of 64-bit Windows; nothing where there is none.
thud_wine() {
    command -v wine64 || { [ -x /usr/lib/wine/wine64 ] && echo /usr/lib/wine/wine64; } || command -v wine
}

# thud_show_progress LOG: writes what a build says to LOG and prints how far it is, a line for each quarter.
export NINJA_STATUS='[%p] '
thud_show_progress() {
    awk -v file="$1" '{ print > file }
        match($0, /^\[ *[0-9]+%\]/) {
            share = substr($0, 2, RLENGTH - 3) + 0
            for (; next_share < 100 && share >= next_share + 25; next_share += 25) {
                printf "  %d %%\n", next_share + 25
                fflush()
            }
        }'
}
