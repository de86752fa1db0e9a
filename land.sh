# usage: land.sh "message"
set -e
cd /tmp/idt
git fetch -q origin
base=$(git merge-base HEAD origin/main)
files=$(git status --short | grep -v 'dbg|land.sh' | awk '{print $2}' | while read f; do if [ -d "$f" ]; then find $f -type f; else echo $f; fi; done)
for f in $files; do
  if ! git diff --quiet $base origin/main -- "$f"; then echo "CONFLICT $f changed in main"; exit 1; fi
  if [ -n "$(cd /work/main && git status --short -- "$f")" ]; then echo "DIRTY $f in main"; exit 1; fi
done
for f in $files; do if [ -e "$f" ]; then mkdir -p /work/main/$(dirname $f); rm -f /work/main/$f; cp $f /work/main/$f; else (cd /work/main && git rm -q "$f"); fi; done
cd /work/main && git add $files && git commit -q -m "$1" -- $files && git log --oneline -1
cd /tmp/idt && git stash -q -u -- $files && git merge -q --ff-only origin/main 2>/dev/null || true
git fetch -q origin && git merge -q --ff-only origin/main && git stash drop -q
git status --short
