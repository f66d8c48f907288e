package static_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// each calls visit with every declaration outside of the tokens.
func each(t *testing.T, visit func(r rule, d declaration)) {
	t.Helper()
	for _, r := range stylesheets(t) {
		if r.file == tokens {
			continue
		}
		for _, d := range r.declarations {
			visit(r, d)
		}
	}
}

// at names the place of a declaration.
func at(r rule, d declaration) string {
	return fmt.Sprintf("%s:%d: %s { %s: %s }", r.file, d.line, r.selector, d.property, d.value)
}

var (
	colourFunction = regexp.MustCompile(`#[0-9a-fA-F]{3,8}\b|\b(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|light-dark)\(`)
	word           = regexp.MustCompile(`[-\w]+`)
	quoted         = regexp.MustCompile(`"[^"]*"|'[^']*'|--[-\w]+`)
)

// colourNames are the colours that CSS knows by name.
var colourNames = strings.Fields(`aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue
	blueviolet brown burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan
	darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon
	darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey
	dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey
	honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral
	lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue
	lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine
	mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred
	midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid
	palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple
	rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue
	slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow
	yellowgreen`)

// systemColours follow the reader's own scheme; only high contrast needs them.
var systemColours = strings.Fields(`accentcolor accentcolortext activetext buttonborder buttonface buttontext canvas
	canvastext field fieldtext graytext highlight highlighttext linktext mark marktext selecteditem selecteditemtext
	visitedtext`)

func TestColoursComeFromTokens(t *testing.T) {
	each(t, func(r rule, d declaration) {
		if strings.HasPrefix(d.property, "grid") { // names of areas
			return
		}
		value := quoted.ReplaceAllString(d.value, "")
		if literal := colourFunction.FindString(value); literal != "" {
			t.Errorf("%s: %s is a colour of its own", at(r, d), literal)
		}
		for _, name := range word.FindAllString(strings.ToLower(value), -1) {
			if slices.Contains(colourNames, name) {
				t.Errorf("%s: %s is a colour of its own", at(r, d), name)
			}
			if slices.Contains(systemColours, name) && !r.within("forced-colors") {
				t.Errorf("%s: %s is for forced colours only", at(r, d), name)
			}
		}
	})
}

var textSize = regexp.MustCompile(`var\(--text-[1-6]\)`)

func TestTypeHasSixSizes(t *testing.T) {
	each(t, func(r rule, d declaration) {
		switch {
		case d.property != "font" && d.property != "font-size" || d.value == "inherit":
		case d.property == "font-size" && textSize.FindString(d.value) == d.value:
		case d.property == "font" && textSize.MatchString(d.value) && !pixels.MatchString(d.value):
		default:
			t.Errorf("%s: the size is none of --text-1 to --text-6", at(r, d))
		}
	})
}

var (
	distance = regexp.MustCompile(`^(margin|padding)(-(top|right|bottom|left|(inline|block)(-(start|end))?))?$|gap$`)
	spacing  = regexp.MustCompile(`var\(--space-[1-6]\)`)
	around   = regexp.MustCompile(`calc\(|[()*/+]|(^| )-( |$)|(^|[ (])-?[0-9.]+($|[ )])|auto|inherit`)
)

// ownDistances are the margins and paddings that depend on the size of something else than the six spacings, with what
// they depend on.
var ownDistances = map[string]string{
	".find input { padding-inline }":                     "the icon in the field",
	".choices button { margin-inline-start }":            "the border that neighbours share",
	".choices.stacked button { margin }":                 "the border that neighbours share",
	".stage { gap }":                                     "the line between two panes",
	".stage.compare::after { margin-inline-start }":      "the pointer",
	".bands fieldset { padding-inline-start }":           "the name of the band",
	".bands legend { margin-inline-start }":              "the name of the band",
	".bar:has(.escalate[open]) { padding-top }":          "the form that opens in the bar",
	".nothing { padding }":                               "the width of the plot",
	".plotbox:has(.ask) > header { padding-inline-end }": "the button beside the heading",
	"dialog:has(> .palette) { margin-top }":              "the height of the window",
	"@page { margin }":                                   "the sheet of paper",
}

func TestDistancesAreSixSpacings(t *testing.T) {
	used := map[string]bool{}
	each(t, func(r rule, d declaration) {
		if !distance.MatchString(d.property) {
			return
		}
		rest := around.ReplaceAllString(spacing.ReplaceAllString(d.value, " 0 "), " ")
		for around.MatchString(rest) {
			rest = around.ReplaceAllString(rest, " ")
		}
		if strings.TrimSpace(rest) == "" {
			return
		}
		place := r.selector + " { " + d.property + " }"
		used[place] = true
		if ownDistances[place] == "" {
			t.Errorf("%s: the distance is none of --space-1 to --space-6", at(r, d))
		}
	})
	for place := range ownDistances {
		if !used[place] {
			t.Errorf("%s needs no exception any more", place)
		}
	}
}

var (
	pixels = regexp.MustCompile(`(^|[^-\w.])-?([0-9.]+)(px|pt|pc|cm|mm|in|q)\b`)
	fine   = regexp.MustCompile(`^(border|outline|box-shadow|text-decoration|transform)`)
)

func TestLengthsHaveNames(t *testing.T) {
	each(t, func(r rule, d declaration) {
		for _, found := range pixels.FindAllStringSubmatch(d.value, -1) {
			thin := found[3] == "px" && (found[2] == "1" || found[2] == "2") && fine.MatchString(d.property)
			if !thin && r.selector != "@page" {
				t.Errorf("%s: %s%s has no name in %s", at(r, d), found[2], found[3], tokens)
			}
		}
		if d.property == "z-index" && !strings.HasPrefix(d.value, "var(--z-") {
			t.Errorf("%s: the level has no name in %s", at(r, d), tokens)
		}
	})
}

// breakpoints are the widths of the window at which something changes: a small phone, a phone, a tablet, a window too
// narrow for three columns, a small laptop, a laptop, and a screen with room to spare.
var breakpoints = []string{"520", "700", "900", "1100", "1240", "1400", "1600"}

func TestWindowsChangeAtSevenWidths(t *testing.T) {
	for _, r := range stylesheets(t) {
		for _, condition := range r.conditions {
			for _, found := range pixels.FindAllStringSubmatch(condition, -1) {
				if !slices.Contains(breakpoints, found[2]) {
					t.Errorf("%s:%d: %s: %s is none of %v", r.file, r.line, condition, found[2], breakpoints)
				}
			}
		}
	}
}

// decisive are the declarations that no other rule may overrule.
var decisive = []string{"[hidden] { display }", ".top, .announced, .news, .screen, #overlay, .skip-link { display }"}

func TestOnlyWhatHidesIsImportant(t *testing.T) {
	each(t, func(r rule, d declaration) {
		if d.important && !slices.Contains(decisive, r.selector+" { "+d.property+" }") {
			t.Errorf("%s is !important", at(r, d))
		}
	})
}

func TestASelectorIsWrittenOnce(t *testing.T) {
	first := map[string]string{}
	for _, r := range stylesheets(t) {
		if r.file == tokens {
			continue
		}
		key := strings.Join(append(slices.Clone(r.conditions), r.selector), " ")
		place := fmt.Sprintf("%s:%d", r.file, r.line)
		if before := first[key]; before != "" {
			t.Errorf("%s: %s is at %s too", place, key, before)
			continue
		}
		first[key] = place
	}
}

func TestEveryTokenIsDefinedAndUsed(t *testing.T) {
	defined, used := map[string]string{}, map[string]string{}
	reference := regexp.MustCompile(`var\((--[-\w]+)`)
	for _, r := range stylesheets(t) {
		for _, d := range r.declarations {
			if strings.HasPrefix(d.property, "--") {
				defined[d.property] = at(r, d)
			}
			for _, found := range reference.FindAllStringSubmatch(d.value, -1) {
				used[found[1]] = at(r, d)
			}
		}
	}
	property := regexp.MustCompile(`'(--[-\w]+)'`)
	for _, path := range filesBelow(t, "src", ".ts") {
		for _, found := range property.FindAllStringSubmatch(read(t, path), -1) {
			defined[found[1]], used[found[1]] = path, path
		}
	}
	for name, place := range used {
		if defined[name] == "" {
			t.Errorf("%s: %s is defined nowhere", place, name)
		}
	}
	for name, place := range defined {
		if used[name] == "" {
			t.Errorf("%s: %s is used nowhere", place, name)
		}
	}
	for _, scale := range []string{"--space-", "--text-"} {
		for step := 1; step <= 7; step++ {
			if name := fmt.Sprint(scale, step); (defined[name] != "") != (step <= 6) {
				t.Errorf("%s: the scale has six steps", name)
			}
		}
	}
}

func TestLinesFitTheWindow(t *testing.T) {
	for _, path := range append(filesBelow(t, "css", ".css"), filesBelow(t, "src", ".ts")...) {
		for i, line := range strings.Split(read(t, path), "\n") {
			if n := utf8.RuneCountInString(line); n > 120 {
				t.Errorf("%s:%d has %d columns: 120 is the most", filepath.ToSlash(path), i+1, n)
			}
		}
	}
}
