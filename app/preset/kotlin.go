package preset

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
)

// KotlinPackage is the package of the SDK's classes of options.
const KotlinPackage = "com.proofdesk.sdk.customization"

// Kotlin returns code that sets the edition's options in the Android SDK: a value, or a function of the language where
// texts differ between languages. Names are those of the SDK; an enum's type is named after its option.
func (e Edition) Kotlin(x Exported) string {
	k := kotlin{edition: e, names: x, values: e.chosen(x), imports: map[string]bool{}}
	k.inEachLanguage()
	k.builder()
	k.library(signatureBlock, textOf)
	k.library(fingerprintBlock, func(value any) any { return value })
	return k.head() + k.body.String()
}

// kotlin writes the code of one export.
type kotlin struct {
	edition Edition
	names   Exported
	values  Values              // that are named
	texts   map[string][]string // in the order of Languages, of the options whose texts differ between them
	imports map[string]bool
	body    strings.Builder
}

// inEachLanguage collects the texts that differ between languages: those that are set for some, and the defaults of the
// others.
func (k *kotlin) inEachLanguage() {
	content, all := k.edition.Content.named(k.names.SDK), Languages()
	spoken := make([]Values, len(all))
	for i, language := range all {
		spoken[i] = k.edition.In(language).Effective(k.names.SDK)
	}
	for _, texts := range content.Texts {
		for path := range texts { // a text that only some languages replace
			if value, ok := spoken[0][path]; ok && k.values[path] == nil {
				k.values[path] = value
			}
		}
	}
	k.texts = map[string][]string{}
	for path := range k.values {
		texts := make([]string, len(all))
		for i := range all {
			texts[i] = fmt.Sprint(spoken[i][path])
		}
		if o, _ := Find(path); o.Type == String && len(slices.Compact(slices.Clone(texts))) > 1 {
			k.texts[path] = texts
		}
	}
	if k.spoken() && k.values["language"] == nil {
		k.values["language"] = all[0]
	}
}

// spoken reports whether any text differs between languages.
func (k *kotlin) spoken() bool { return len(k.texts) > 0 }

// head returns the comment and the imports. The body must be written before.
func (k *kotlin) head() string {
	var b strings.Builder
	name := cmp.Or(k.edition.Preset, "preset")
	from := "its draft"
	if k.edition.Number > 0 {
		from = "version " + strconv.Itoa(k.edition.Number)
	}
	fmt.Fprintf(&b, "// Preset %s, %s, for SDK %s. R is that of your application.\n", name, from, spelled(k.names.SDK))
	for _, o := range k.edition.Content.Lacking(k.names.SDK) {
		fmt.Fprintf(&b, "// This version lacks %s.\n", o.Path)
	}
	for _, line := range k.wantedFiles() {
		fmt.Fprintf(&b, "// %s\n", line)
	}
	for _, class := range slices.Sorted(maps.Keys(k.imports)) {
		fmt.Fprintf(&b, "import %s\n", class)
	}
	b.WriteString("\n")
	return b.String()
}

// wantedFiles lists the uploads that the code names as resources of the application.
func (k *kotlin) wantedFiles() []string {
	var lines []string
	for _, used := range k.values.Media() {
		line := fmt.Sprintf("Add the %s to the application as %s.", k.names.upload(used.SHA256),
			resource(used.Option.Type, MediaRef(used.SHA256)))
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return lines
}

// builder writes the object of the SDK's options.
func (k *kotlin) builder() {
	class := k.class("")
	if k.spoken() {
		fmt.Fprintf(&k.body, "fun sdkCustomizationOptions(inLanguage: %s): %s = ", k.languages(), class)
	} else {
		k.body.WriteString("val sdkCustomizationOptions = ")
	}
	k.block("", 0)
	k.body.WriteString("\n")
}

// block writes an object of a block's options, and of the blocks in it.
func (k *kotlin) block(path string, depth int) {
	k.body.WriteString(k.class(path) + "()")
	own, inner := k.options(path), k.blocks(path)
	if len(own)+len(inner) == 0 {
		return
	}
	indent := strings.Repeat("    ", depth+1)
	k.body.WriteString(".apply {\n")
	for _, o := range own {
		fmt.Fprintf(&k.body, "%s%s = %s\n", indent, o.Name, k.value(o, indent))
	}
	for _, block := range inner {
		fmt.Fprintf(&k.body, "%s%s = ", indent, name(block))
		k.block(block, depth+1)
		k.body.WriteString("\n")
	}
	k.body.WriteString(strings.Repeat("    ", depth) + "}")
}

// options lists the options of a block that are named.
func (k *kotlin) options(block string) []Option {
	return slices.DeleteFunc(slices.Clone(options), func(o Option) bool {
		_, ok := k.values[o.Path]
		return !ok || o.Group != block
	})
}

// blocks lists the blocks in a block of which something is named, in the order of the catalogue.
func (k *kotlin) blocks(in string) []string {
	var found []string
	for _, o := range options {
		if _, ok := k.values[o.Path]; !ok || o.Group == in || isLibrary(o.Path) {
			continue
		}
		rest, ok := strings.CutPrefix(o.Group, in)
		if in != "" {
			rest, ok = strings.CutPrefix(rest, ".")
		}
		first, _, _ := strings.Cut(rest, ".")
		if block := join(in, first); ok && !slices.Contains(found, block) {
			found = append(found, block)
		}
	}
	return found
}

// isLibrary reports whether an option belongs to a library of its own.
func isLibrary(path string) bool {
	return strings.HasPrefix(path, signatureBlock+".") || strings.HasPrefix(path, fingerprintBlock+".")
}

func (k *kotlin) use(class string) { k.imports[KotlinPackage+"."+class] = true }

// class returns the name of a block's class, and imports it.
func (k *kotlin) class(block string) string {
	class := KotlinClass(block)
	k.use(class)
	return class
}

// KotlinClass returns the name of the class of a block of options: IDStringOptions for the block
// idCaptureCustomizationOptions.stringOptions.
func KotlinClass(block string) string {
	outer, inner, nested := strings.Cut(block, ".")
	if block == "" {
		return "SDKCustomizationOptions"
	}
	prefix := upperFirst(strings.TrimSuffix(outer, "CaptureCustomizationOptions"))
	if prefix == "Id" {
		prefix = "ID"
	}
	switch {
	case nested:
		return prefix + upperFirst(inner)
	case strings.HasSuffix(outer, "CaptureCustomizationOptions"):
		return prefix + "CaptureCustomizationOptions"
	}
	return upperFirst(outer)
}

func upperFirst(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// enumClass returns the name of the type of an enum option.
func enumClass(o Option) string { return upperFirst(o.Name) }

// value returns an option's value as an expression, whose lines but the first begin with an indent.
func (k *kotlin) value(o Option, indent string) string {
	texts, ok := k.texts[o.Path]
	if !ok {
		return k.plain(o)
	}
	var cases strings.Builder
	for i, language := range Languages() {
		if texts[i] != texts[0] {
			fmt.Fprintf(&cases, "%s    %s.%s -> %s\n", indent, k.languages(), language, kotlinText(texts[i]))
		}
	}
	fmt.Fprintf(&cases, "%s    else -> %s\n", indent, kotlinText(texts[0]))
	return "when (inLanguage) {\n" + cases.String() + indent + "}"
}

// languages returns the name of the type of languages, and imports it.
func (k *kotlin) languages() string {
	class := enumClass(Option{Name: "language"})
	k.use(class)
	return class
}

// plain returns the value that serves every language.
func (k *kotlin) plain(o Option) string {
	value := k.values[o.Path]
	switch o.Type {
	case Boolean:
		return fmt.Sprint(value)
	case Float, Size:
		return fmt.Sprint(textOf(value)) + "f"
	case Int:
		return fmt.Sprint(textOf(value))
	case Long:
		return fmt.Sprint(textOf(value)) + "L"
	case Enum:
		if o.Name == "language" && o.Group == "" && k.spoken() {
			return "inLanguage"
		}
		k.use(enumClass(o))
		return enumClass(o) + "." + fmt.Sprint(value)
	case ImageList:
		return imageList(value)
	case Font, Image, Drawable:
		return resource(o.Type, fmt.Sprint(value))
	}
	return kotlinText(fmt.Sprint(value))
}

func imageList(value any) string {
	list, _ := value.([]string)
	if len(list) == 0 {
		return "emptyList()"
	}
	all := make([]string, len(list))
	for i, one := range list {
		all[i] = resource(Image, one)
	}
	return "listOf(" + strings.Join(all, ", ") + ")"
}

// resource returns the reference to a font or a drawable of the host application; null for the built-in one. A file's
// name becomes a resource's: its last part without the ending, in small letters.
func resource(of Type, text string) string {
	if text == "" {
		return "null"
	}
	folder := "drawable"
	if of == Font {
		folder = "font"
	}
	if sha256, ok := ParseMediaRef(text); ok {
		const enough = 16 // digits tell the uploads of a company apart
		return "R." + folder + ".upload_" + sha256[:enough]
	}
	id := text[strings.LastIndexAny(text, "/:@")+1:]
	if strings.HasPrefix(text, "R.") {
		id = text[strings.LastIndexByte(text, '.')+1:]
	} else if ending := strings.LastIndexByte(id, '.'); ending > 0 {
		id = id[:ending]
	}
	return "R." + folder + "." + identifier(id)
}

// keywords are the words that Kotlin takes as names in back-ticks only.
var keywords = strings.Fields("as break class continue do else false for fun if in interface is null object package " +
	"return super this throw true try typealias typeof val var when while")

// identifier returns the name of a resource as Kotlin takes it.
func identifier(text string) string {
	id := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, strings.ToLower(text))
	if id == "" || id[0] >= '0' && id[0] <= '9' {
		id = "_" + id
	}
	if strings.Trim(id, "_") == "" || slices.Contains(keywords, id) {
		return "`" + id + "`"
	}
	return id
}

// kotlinText returns a text as a literal. What does not print is escaped, so that an editor shows what is in it.
func kotlinText(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\' || r == '$':
			b.WriteString(`\` + string(r))
		case r == '\n':
			b.WriteString(`\n`)
		case unicode.IsPrint(r):
			b.WriteRune(r)
		default:
			for _, unit := range utf16.Encode([]rune{r}) {
				fmt.Fprintf(&b, `\u%04X`, unit)
			}
		}
	}
	return b.String() + `"`
}

// library writes the configuration of a library of its own, which takes a JSON object.
func (k *kotlin) library(block string, form func(value any) any) {
	builtIn := func(o Option) bool { return o.builtIn(k.values[o.Path]) }
	own, labels := slices.DeleteFunc(k.options(block), builtIn), k.options(block+".labels")
	if len(own)+len(labels) == 0 {
		return
	}
	k.imports["org.json.JSONObject"] = true
	named := "val " + block
	if slices.ContainsFunc(slices.Concat(own, labels), func(o Option) bool { return k.texts[o.Path] != nil }) {
		named = fmt.Sprintf("fun %s(inLanguage: %s)", block, k.languages())
	}
	fmt.Fprintf(&k.body, "\n%s = JSONObject().apply {\n", named)
	put := func(indent string, all []Option) {
		for _, o := range all {
			value := k.literal(form(k.values[o.Path]))
			if k.texts[o.Path] != nil {
				value = k.value(o, indent)
			}
			fmt.Fprintf(&k.body, "%sput(%s, %s)\n", indent, kotlinText(o.Name), value)
		}
	}
	put("    ", own)
	if len(labels) > 0 {
		k.body.WriteString("    put(\"labels\", JSONObject().apply {\n")
		put("        ", labels)
		k.body.WriteString("    })\n")
	}
	k.body.WriteString("}\n")
}

// literal returns a value of a JSON object.
func (k *kotlin) literal(value any) string {
	if text, ok := value.(string); ok {
		return kotlinText(text)
	}
	return fmt.Sprint(textOf(value))
}
