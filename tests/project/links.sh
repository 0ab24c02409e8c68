#!/usr/bin/env bash
# Every file that a README links to is there.
#     links.sh ROOT
set -u
cd "$1" || exit 1
missing=0
while IFS=: read -r page link; do
    path=${page%/*}/${link%%#*}
    if [ ! -e "$path" ]; then
        echo "$page links to $link, which is not there"
        missing=1
    fi
done < <(grep -roE --include='*.md' '\]\([^)]+\)' ./README.md tests demos engine | sed -E 's/\]\((.*)\)$/\1/' | grep -v ':http')
exit $missing
