// Package aamva reads the text of North American driving licences and identification cards: the PDF417 record of the
// AAMVA DL/ID Card Design Standard, versions 1 to 10 (Annex D and its predecessors since 2000), and the older
// magnetic-stripe layout (Annex F). It also builds such records, with right offsets, for specimens and tests.
//
// Real cards bend the standard: compliance characters are missing, offsets are wrong, dates come in the other order.
// So the header's directory is only a hint, elements are found by scanning, and each oddity is named in
// License.Warnings. The package does not read pixels, judge whether a card is genuine, or compare it with anything.
package aamva
