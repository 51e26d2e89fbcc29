#!/bin/bash
# Trails between ax and Spin 6.5.2: each tool replays what the other recorded.
#
#   tests/conformance/trails.sh AX [MODEL...]
#
# For each model, by default those of tests/trails and of the Debian package `spin`:
#   pan -> ax    verifiers without merging (-o3), with Spin's defaults, and breadth-first; `ax simulate --trail` must end in an error
#   ax -> spin   `ax check` depth-first and breadth-first; `spin -t` must follow the trail
#   final state  of ours and of `spin -t`: every variable and place that ax shows, Spin shows too
#   same         the depth-first trail of ax is that of pan, byte for byte
# Needs spin and tcc (or CC). Exit status 1 if something differs that the list of known cases below does not explain.

set -u
ax=$(readlink -f "${1:?usage: trails.sh AX [MODEL...]}"); shift
cc=${CC:-tcc}
here=$(cd "$(dirname "$0")" && pwd)
if [ $# = 0 ]; then
	examples=$(dpkg -L spin 2>/dev/null | grep 'Examples.*\.pml$' | grep -v 'priorities.pml\|p108.pml')
	# shellcheck disable=SC2086
	set -- "$here"/../trails/*.pml $examples
fi

mapfile -t models < <(readlink -f "$@")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
pan_ok=0 pan_bad=0 spin_ok=0 spin_bad=0 state_ok=0 state_bad=0 same=0 other=0 known=0

# Variables and places of the final state. Queues are numbered in another order; claims made of formulas have other files.
final_state() {
	sed -n '/^#processes/,$p' | grep '^		[^ ]* = \|^ *[0-9]*:	proc ' | grep -v 'proc  - ' | sed 's/^ *[0-9]*:/:/' | sort
}

# compare NAME OURS SPINS
compare_states() {
	final_state <"$2" >ours.state
	final_state <"$3" >spins.state
	# Spin shows no place for a process whose last statement failed.
	grep -v '(.*) $' spins.state >spins.clean
	if cmp -s spins.state spins.clean; then
		if [ -z "$(comm -23 ours.state spins.state)" ]; then
			state_ok=$((state_ok + 1))
		else
			state_bad=$((state_bad + 1))
			echo "final state of $1:"
			comm -23 ours.state spins.state | head -3
		fi
	else
		known=$((known + 1))
	fi
}

# replay_pan MODE SPIN-OPTIONS CC-OPTIONS
replay_pan() {
	rm -f pan* ./*.trail
	# shellcheck disable=SC2086
	timeout 20 spin $2 -a "$file" >spin.out 2>&1 </dev/null
	# shellcheck disable=SC2086
	[ -f pan.c ] && $cc -DNOFIX $3 -o pan pan.c >cc.out 2>&1 || return
	timeout 10 ./pan -w18 -m200000 >pan.out 2>&1 </dev/null
	[ -f "$file.trail" ] || return
	local message
	message=$(sed -n 's/^pan:[0-9]*: //p' pan.out | head -1)
	# Limits of pan are no errors of the model; breadth-first, pan does not record the steps of a claim.
	case $message in *VECTORSZ* | *"not supported in BFS"* | *"reduction invalid"*) known=$((known + 1)); return ;; esac
	if [ "$1" = bfs ] && grep -q '^-2:' "$file.trail"; then known=$((known + 1)); return; fi
	timeout 60 "$ax" simulate --trail "$file.trail" "$file" >ax.out 2>ax.err
	if [ $? = 1 ]; then
		pan_ok=$((pan_ok + 1))
	else
		pan_bad=$((pan_bad + 1))
		echo "pan -> ax, $1, $model: pan says $message; $(tail -1 ax.err)"
	fi
	if [ "$1" = unmerged ]; then
		spin -t "$file" >spint.out 2>&1 </dev/null
		compare_states "$model" ax.out spint.out
		timeout 60 "$ax" check --por off --optimize off --trail ours.trail "$file" >/dev/null 2>&1
		if cmp -s ours.trail "$file.trail"; then
			same=$((same + 1))
		else
			other=$((other + 1))
			echo "another trail than pan's: $model"
		fi
	fi
}

# replay_ax ORDER
replay_ax() {
	rm -f ours.trail
	timeout 60 "$ax" check --search "$1" --time 5s --por off --optimize off --trail ours.trail --format json "$file" \
		>check.out 2>/dev/null
	[ $? = 1 ] || return
	# Spin's simulator fails on runtime errors in its own ways, division by zero kills it.
	case $(cat check.out) in *'"kind":"runtime"'*) known=$((known + 1)); return ;; esac
	{ timeout 20 spin -t -k ours.trail -p "$file" >spint.out 2>&1 </dev/null; } 2>/dev/null
	if grep -q 'no matching\|invalid statement\|transition failed\|stop error\|cannot find\|(?)\|couldn' spint.out; then
		spin_bad=$((spin_bad + 1))
		echo "ax -> spin, $1, $model: $(grep -m1 'no matching\|invalid\|failed\|stop error\|cannot find\|(?)\|couldn' spint.out)"
	else
		spin_ok=$((spin_ok + 1))
	fi
	"$ax" simulate --trail ours.trail "$file" >ax.out 2>ax.err
	compare_states "$model, $1" ax.out spint.out
}

for model in "${models[@]}"; do
	folder=$(mktemp -d -p "$work")
	cp "$(dirname "$model")"/* "$folder" 2>/dev/null
	cd "$folder" || exit 2
	file=$(basename "$model")
	replay_pan unmerged "-o1 -o2 -o3" "-DNOREDUCE -DSAFETY"
	replay_pan default "" "-DSAFETY"
	replay_pan bfs "-o3" "-DBFS -DNOREDUCE -DSAFETY"
	replay_ax dfs
	replay_ax bfs
	cd "$work" || exit 2
	rm -rf "$folder"
done 2>/dev/null

echo "${#models[@]} models"
echo "pan -> ax:   $pan_ok of $((pan_ok + pan_bad)) trails"
echo "ax -> spin:  $spin_ok of $((spin_ok + spin_bad)) trails"
echo "final state: $state_ok of $((state_ok + state_bad)) equal"
echo "same trail:  $same of $((same + other))"
echo "known cases passed over: $known"
[ $((pan_bad + spin_bad + state_bad)) = 0 ]
