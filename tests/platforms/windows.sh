# Sourced by tests/run: the packages of tests and demos for Windows, built by MinGW-w64 from Debian's sources, because
# Debian has no binaries of them, but for zlib.

# fetch_source FOLDER PACKAGE...: Debian's source packages, unpacked to FOLDER/PACKAGE. Where the system's lists name no sources,
# lists of our own do, made of the same places.
fetch_sources() {
    local folder=$1 options=() list package version
    shift
    mkdir -p "$folder/lists/partial" "$folder/places"
    for list in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
        case $list in
            *.sources) sed 's/^Types:.*/Types: deb-src/' "$list" ;;
            *.list) sed -n 's/^deb\(-src\)\? /deb-src /p' "$list" ;;
        esac >"$folder/places/${list##*/}" 2>/dev/null
    done
    options=(-o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$PWD/$folder/places" -o "Dir::State::lists=$PWD/$folder/lists")
    apt-get "${options[@]}" update -qq
    for package in "$@"; do
        [ -d "$folder/$package" ] && continue
        # The newest version that can be had: a mirror may not have yet what its lists name.
        for version in $(apt-cache "${options[@]}" showsrc "$package" | sed -n 's/^Version: //p' | sort -urV); do
            (cd "$folder" && apt-get "${options[@]}" source -qq --download-only "$package=$version") && break
        done
        (cd "$folder" && dpkg-source -x "${package}"_*.dsc "$package") || return 1
    done
}

# build_windows_package SOURCE OPTION...: configures, builds and installs to $windows_prefix.
build_windows_package() {
    local source=$1 folder=.build/windows/build-${1##*/}
    shift
    echo "Building $source for Windows"
    cmake -S "$source" -B "$folder" -G Ninja -DCMAKE_TOOLCHAIN_FILE="$PWD/tests/platforms/mingw-w64.cmake" -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_INSTALL_PREFIX="$windows_prefix" "-DCMAKE_FIND_ROOT_PATH=$windows_prefix" "$@" &&
        cmake --build "$folder" -j "$jobs" && cmake --install "$folder"
}

# build_windows_packages: cmocka, cJSON, expat, SDL2 (without what the demos do not use), Dear ImGui and stb.
build_windows_packages() {
    local sources=.build/windows/sources
    fetch_sources "$sources" cmocka cjson expat libsdl2 imgui || return 1
    build_windows_package "$sources/cmocka" -DWITH_STATIC_LIB=ON -DUNIT_TESTING=OFF -DWITH_EXAMPLES=OFF &&
        build_windows_package "$sources/cjson" -DBUILD_SHARED_LIBS=OFF -DENABLE_CJSON_TEST=OFF -DENABLE_CUSTOM_COMPILER_FLAGS=OFF &&
        build_windows_package "$sources/expat/expat" -DEXPAT_SHARED_LIBS=OFF -DEXPAT_BUILD_TESTS=OFF -DEXPAT_BUILD_EXAMPLES=OFF \
            -DEXPAT_BUILD_TOOLS=OFF -DEXPAT_BUILD_DOCS=OFF -DEXPAT_DTD=OFF &&
        build_windows_package "$sources/libsdl2" -DSDL_SHARED=OFF -DSDL_TEST=OFF -DSDL_AUDIO=OFF -DSDL_VULKAN=OFF -DSDL_SENSOR=OFF \
            -DSDL_HAPTIC=OFF -DSDL_HIDAPI=OFF &&
        build_windows_package tests/platforms/windows_packages "-DIMGUI=$PWD/$sources/imgui" -DSTB="$stb_folder"
}
