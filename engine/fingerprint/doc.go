// Package fingerprint inspects captures of up to four fingers of each hand: it cuts a sheet into fingers, judges each
// print's quality, finds its minutiae and compares prints. Minutiae and comparison scores are those of SourceAFIS
// (Važan, Apache 2.0) in its Go port; the measures of quality and the cutting are ours. A score of Threshold or more
// means the same finger at a false match rate of about 0.01 %, according to that project. The package does not
// distinguish a live finger from a copy of one.
package fingerprint
