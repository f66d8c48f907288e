package docs

import (
	"regexp"
	"strings"
)

var (
	headingLine = regexp.MustCompile(`^(#{1,3}) (.+?)(?: \{#([^}]+)\})?$`)
	itemLine    = regexp.MustCompile(`^(- |\d+\. )(.*)$`)
	headRule    = regexp.MustCompile(`^\|[-| ]+\|$`)
)

// Parse reads Markdown: headings with {#id}, paragraphs, lists of one level, tables and fenced code.
func Parse(markdown string) []Block {
	p := parser{lines: strings.Split(strings.TrimSpace(markdown), "\n")}
	for p.at < len(p.lines) {
		p.block()
	}
	return p.blocks
}

type parser struct {
	lines  []string
	at     int
	blocks []Block
}

func (p *parser) block() {
	line := p.lines[p.at]
	heading := headingLine.FindStringSubmatch(line)
	switch {
	case strings.TrimSpace(line) == "":
		p.at++
	case strings.HasPrefix(line, "```"):
		p.code()
	case heading != nil:
		p.at++
		kind := []Kind{Title, Section, Subsection}[len(heading[1])-1]
		p.add(Block{Kind: kind, ID: heading[3], Text: Spans(heading[2])})
	case itemLine.MatchString(line):
		p.list()
	case strings.HasPrefix(line, "|"):
		p.table()
	default:
		p.add(Block{Kind: Paragraph, Text: Spans(strings.Join(p.run(), " "))})
	}
}

func (p *parser) add(b Block) { p.blocks = append(p.blocks, b) }

// run returns the lines of a paragraph.
func (p *parser) run() []string {
	from := p.at
	for p.at < len(p.lines) && strings.TrimSpace(p.lines[p.at]) != "" {
		p.at++
	}
	return p.lines[from:p.at]
}

func (p *parser) code() {
	var code []string
	for p.at++; p.at < len(p.lines) && p.lines[p.at] != "```"; p.at++ {
		code = append(code, p.lines[p.at])
	}
	p.at++
	p.add(Block{Kind: Code, Code: strings.Join(code, "\n")})
}

// list reads items; a line that begins with spaces goes on with the item above it.
func (p *parser) list() {
	b := Block{Kind: List}
	if !strings.HasPrefix(p.lines[p.at], "- ") {
		b.Kind = Steps
	}
	var items []string
	for _, line := range p.run() {
		if item := itemLine.FindStringSubmatch(line); item != nil {
			items = append(items, item[2])
			continue
		}
		items[len(items)-1] += " " + strings.TrimSpace(line)
	}
	for _, item := range items {
		b.Items = append(b.Items, Spans(item))
	}
	p.add(b)
}

func (p *parser) table() {
	b := Block{Kind: Table}
	for _, line := range p.run() {
		if headRule.MatchString(line) {
			continue
		}
		var row [][]Span
		for _, cell := range cells(strings.Trim(line, "| ")) {
			row = append(row, Spans(strings.TrimSpace(cell)))
		}
		b.Rows = append(b.Rows, row)
	}
	p.add(b)
}

// cells splits a row of a table at the bars that no backslash is before.
func cells(line string) []string {
	var all []string
	from := 0
	for i := range len(line) {
		if line[i] == '|' && (i == 0 || line[i-1] != '\\') {
			all = append(all, line[from:i])
			from = i + 1
		}
	}
	return append(all, line[from:])
}

var inline = regexp.MustCompile("``(.+?)``|`([^`]+)`|\\[((?:[^\\]\\\\]|\\\\.)+)\\]\\(([^)\\s]+)\\)|\\*\\*(.+?)\\*\\*")

// Spans reads what stands within a line: code, links and what is strong. A backslash makes a character plain.
func Spans(text string) []Span {
	var spans []Span
	plain := func(text string) {
		if text != "" {
			spans = append(spans, Span{Text: unescaped(text)})
		}
	}
	from := 0
	for _, m := range inline.FindAllStringSubmatchIndex(text, -1) {
		if m[0] > 0 && text[m[0]-1] == '\\' {
			continue
		}
		plain(text[from:m[0]])
		from = m[1]
		part := func(i int) string { return text[m[2*i]:m[2*i+1]] }
		switch {
		case m[2] >= 0:
			spans = append(spans, Span{Text: bars(strings.TrimSpace(part(1))), Code: true})
		case m[4] >= 0:
			spans = append(spans, Span{Text: bars(part(2)), Code: true})
		case m[6] >= 0:
			label := Spans(part(3))
			spans = append(spans, Span{Text: Plain(label), Code: len(label) == 1 && label[0].Code, Href: part(4)})
		default:
			spans = append(spans, Span{Text: unescaped(part(5)), Strong: true})
		}
	}
	plain(text[from:])
	return spans
}

// bars returns code as it is outside of a table, where a bar needs a backslash.
func bars(code string) string { return strings.ReplaceAll(code, `\|`, "|") }

const special = "\\`*_[]|<#"

var escaped = regexp.MustCompile(`\\([` + regexp.QuoteMeta(special) + `])`)

func unescaped(text string) string { return escaped.ReplaceAllString(text, "$1") }

// Escape returns a plain text as Markdown.
func Escape(text string) string {
	var b strings.Builder
	for _, r := range strings.Join(strings.Fields(text), " ") {
		if strings.ContainsRune(special, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Literal returns a text as code in Markdown, also within a table.
func Literal(text string) string {
	text = strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "|", `\|`)
	if strings.Contains(text, "`") {
		return "`` " + text + " ``"
	}
	return "`" + text + "`"
}
