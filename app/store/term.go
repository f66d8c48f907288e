package store

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

const (
	maxTerm   = 64 // bytes of one word
	maxWords  = 4  // of one query
	shortWord = 3  // letters of a word that may be written together with the next: O, De, Van
	shortCode = 2  // letters before or after digits that may be written together with them: AB 123, 123 Z
	// bytes of the beginning of a word: one sign of Chinese, two Greek or Cyrillic letters, three Latin ones
	minBegin   = 3
	unbound    = ",;<|"
	firstMark  = '\u02b0' // letters that stand for an apostrophe or a breathing
	secondMark = '\u02ff'
)

// undivided are letters that Unicode does not take apart, as ICAO 9303-3 section 6.A writes them.
var undivided = strings.NewReplacer(
	"ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ð", "d", "đ", "d", "ł", "l", "þ", "th", "ħ", "h", "ŧ", "t", "ŋ", "n",
	"ı", "i", "ĸ", "k", "ə", "e", "ς", "σ",
)

// fold takes accents and case away, and returns letters that are one for Unicode their Latin base.
func fold(text string) string {
	text = strings.Map(func(r rune) rune {
		if accent(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(text))
	return norm.NFC.String(undivided.Replace(text))
}

// accent tells marks that may be left out of a name. Vowel signs of Indic scripts and Japanese voicing may not.
func accent(r rune) bool {
	return unicode.Is(unicode.Mn, r) && unicode.In(r, unicode.Inherited, unicode.Arabic, unicode.Hebrew) &&
		r != '\u3099' && r != '\u309a'
}

// spelling brings a folded word to the one form that its transliterations share. ICAO 9303-3 writes ä as AE or A, å as
// AA or A, ö and ø as OE or O, ü as UE, UXX or U, ñ as NXX or N: with the second letters away they are alike, whichever
// form was stored and whichever is typed. Of 27,193 Latin names of 70 languages (faker-js 9.8) 277 then share a form
// with another, most of them spellings of one name, such as Kruger and Krueger. Numbers keep every sign.
func spelling(word string) string {
	if coded(word) {
		return word
	}
	word = strings.ReplaceAll(strings.ReplaceAll(word, "uxx", "u"), "nxx", "n")
	var last rune
	return strings.Map(func(r rune) rune {
		if r == 'e' && (last == 'a' || last == 'o' || last == 'u') || r == 'a' && last == 'a' {
			return -1
		}
		last = r
		return r
	}, word)
}

// word is one word of a text; bound tells that no white space divides it from the word before.
type word struct {
	text  string
	bound bool
}

// split returns the folded words of a text. Apostrophes, hyphens and whatever else is neither letter nor digit divide
// them.
func split(text string) []word {
	var words []word
	start, bound := true, false
	for _, r := range fold(text) {
		switch {
		case (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)) && (r < firstMark || r > secondMark):
			if start {
				words = append(words, word{bound: bound})
			}
			words[len(words)-1].text += string(r)
			start, bound = false, true
		case unicode.IsSpace(r) || strings.ContainsRune(unbound, r):
			start, bound = true, false
		default:
			start = true
		}
	}
	return words
}

func coded(word string) bool { return strings.ContainsFunc(word, unicode.IsDigit) }

func isShort(word string, most int) bool { return len([]rune(word)) <= most }

// tight reports whether two neighbours are one: parts of a number that a mark divides.
func tight(a, b word) bool { return b.bound && (coded(a.text) || coded(b.text)) }

// marked reports whether two neighbours may be one because a mark alone divides them: O'Donnell, Saint-Rémy.
func marked(_, b word) bool { return b.bound }

// loose reports whether two neighbours may be one although a space divides them: O Donnell, De La Cruz, AB 123 456.
func loose(a, b word) bool {
	switch x, y := coded(a.text), coded(b.text); {
	case b.bound, x && y:
		return true
	case !x && !y:
		return isShort(a.text, shortWord)
	case x:
		return isShort(b.text, shortCode)
	}
	return isShort(a.text, shortCode)
}

// joined writes neighbours that are one together.
func joined(words []word, one func(a, b word) bool) []string {
	var all []string
	for i, w := range words {
		if i > 0 && one(words[i-1], w) {
			all[len(all)-1] += w.text
			continue
		}
		all = append(all, w.text)
	}
	return all
}

// distinct returns words as they are compared, each once.
func distinct(words []string) []string {
	var terms []string
	for _, w := range words {
		if w = spelling(w); len(w) > maxTerm {
			w = strings.ToValidUTF8(w[:maxTerm], "")
		}
		if !slices.Contains(terms, w) {
			terms = append(terms, w)
		}
	}
	return terms
}

// Terms returns the words that texts are found by: each word, and neighbours together that may be written as one.
func Terms(texts ...string) []string {
	var all []string
	for _, text := range texts {
		words := split(text)
		for i := range words {
			all = append(all, words[i].text, joined(words[i:], marked)[0], joined(words[i:], loose)[0])
		}
	}
	return distinct(all)
}

// readings returns the ways in which a query may be meant: as words, with what a mark divides as one, with what a space
// may divide as one. Each is a list of words, the longest first, all of which a job holds. A query without a word has
// none.
func readings(query string) [][]string {
	var all [][]string
	words := split(query)
	if len(words) == 0 {
		return nil
	}
	for _, one := range []func(a, b word) bool{tight, marked, loose} {
		terms := distinct(joined(words, one))
		slices.SortStableFunc(terms, func(a, b string) int { return len(b) - len(a) })
		terms = terms[:min(len(terms), maxWords)]
		if !slices.ContainsFunc(all, func(known []string) bool { return slices.Equal(known, terms) }) {
			all = append(all, terms)
		}
	}
	return all
}

// beginning returns the query's last word as the beginning of one; empty where it is too short to be.
func beginning(query string) string {
	words := joined(split(query), marked)
	if len(words) == 0 || len(words[len(words)-1]) < minBegin {
		return ""
	}
	return spelling(words[len(words)-1])
}
