package store

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

const (
	maxTerm   = 64 // bytes of one word
	maxWords  = 4  // words of one query
	shortWord = 3  // letters of a word that may be joined to the next: O, De, Van
	shortCode = 2  // letters that may be joined to digits before or after them: AB 123, 123 Z
	// bytes of the beginning of a word: one Chinese character, two Greek or Cyrillic letters, three Latin ones
	minBegin   = 3
	unbound    = ",;<|"
	firstMark  = '\u02b0' // from here to secondMark are letters that stand for an apostrophe or a breathing
	secondMark = '\u02ff'
)

// undivided replaces letters that Unicode does not decompose, as ICAO 9303-3 section 6.A does.
var undivided = strings.NewReplacer(
	"ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ð", "d", "đ", "d", "ł", "l", "þ", "th", "ħ", "h", "ŧ", "t", "ŋ", "n",
	"ı", "i", "ĸ", "k", "ə", "e", "ς", "σ",
)

// fold returns a text in lower case, without accents, and with Latin letters for those that Unicode does not decompose.
func fold(text string) string {
	text = strings.Map(func(r rune) rune {
		if accent(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(text))
	return norm.NFC.String(undivided.Replace(text))
}

// accent reports whether a mark may be left out of a name. Vowel signs of Indic scripts and Japanese voicing marks may
// not.
func accent(r rune) bool {
	return unicode.Is(unicode.Mn, r) && unicode.In(r, unicode.Inherited, unicode.Arabic, unicode.Hebrew) &&
		r != '\u3099' && r != '\u309a'
}

// spelling returns the one form that all transliterations of a folded word share. ICAO 9303-3 writes ä as AE or A, å as
// AA or A, ö and ø as OE or O, ü as UE, UXX or U, ñ as NXX or N. Without the second letters they are equal, whichever
// form was stored and whichever is typed. Of 27,193 Latin names of 70 languages (faker-js 9.8) 277 then equal another,
// most of them spellings of one name, such as Kruger and Krueger. Words with digits are not changed.
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

// word is one word of a text. It is bound where no white space separates it from the word before.
type word struct {
	text  string
	bound bool
}

// split returns the folded words of a text. Every character that is neither a letter nor a digit separates words.
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

// tight reports whether two neighbours are one word: parts of a number with a punctuation mark between them.
func tight(a, b word) bool { return b.bound && (coded(a.text) || coded(b.text)) }

// marked reports whether two neighbours may be one word because only a punctuation mark is between them: O'Donnell,
// Saint-Rémy.
func marked(_, b word) bool { return b.bound }

// loose reports whether two neighbours may be one word although a space is between them: O Donnell, De La Cruz, AB 123
// 456.
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

// joined returns words with those neighbours joined that are one word.
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

// distinct returns the spellings of words, each once.
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

// Terms returns the words that texts are found by: each word, and neighbours joined that may be one word.
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

// readings returns the ways in which a query may be meant, depending on which neighbours are one word. Each is a list
// of words, the longest first, all of which a job must have. A query without a word has no reading.
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

// beginning returns the query's last word as the beginning of a word; empty where it is too short for that.
func beginning(query string) string {
	words := joined(split(query), marked)
	if len(words) == 0 || len(words[len(words)-1]) < minBegin {
		return ""
	}
	return spelling(words[len(words)-1])
}
