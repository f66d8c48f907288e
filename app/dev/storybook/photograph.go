package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/playwright-community/playwright-go"

	"proofdesk/views/storybook"
)

// sizes are the screens that the console supports; phone only for pages that are used on one.
var sizes = []struct {
	name          string
	width, height int
	phone         bool
}{{"1366", 1366, 768, false}, {"1920", 1920, 1080, false}, {"390", 390, 844, true}}

// photograph takes a picture of every state at every size, in light and dark, as folder/area.name.size.theme.png.
func photograph(ctx context.Context, base, folder, only string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	browser, stop, err := chromium()
	if err != nil {
		return err
	}
	defer stop()
	c := camera{base: base, folder: folder}
	for _, size := range sizes {
		c.size = size.name
		if c.page, err = browser.NewPage(playwright.BrowserNewPageOptions{
			Viewport: &playwright.Size{Width: size.width, Height: size.height},
		}); err != nil {
			return err
		}
		for _, s := range storybook.States() {
			if size.phone && !s.Phone || only != "" && s.Area != only && s.Path() != only {
				continue
			}
			if err := c.take(ctx, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// camera takes screenshots on a page of one size.
type camera struct {
	page               playwright.Page
	base, folder, size string
}

// take takes a picture of a state in each theme and prints the files' names.
func (c camera) take(ctx context.Context, s storybook.State) error {
	for _, theme := range []string{"light", "dark"} {
		if err := ctx.Err(); err != nil {
			return err
		}
		if _, err := c.page.Goto(c.base + s.Path() + "?theme=" + theme); err != nil {
			return err
		}
		if err := press(c.page, s.Keys); err != nil {
			return err
		}
		path := filepath.Join(c.folder, fmt.Sprintf("%s.%s.%s.%s.png", s.Area, s.Name, c.size, theme))
		if _, err := c.page.Screenshot(playwright.PageScreenshotOptions{Path: playwright.String(path)}); err != nil {
			return err
		}
		fmt.Println(path)
	}
	return nil
}

// stood waits until keys are enabled on a review page.
const stood = `() => new Promise(ready => { const look = () => document.querySelector('#decision:not([data-shown])') ` +
	`? setTimeout(look, 20) : ready(); look() })`

// press brings a page into a state that is reached with keys, and waits until it is drawn.
func press(page playwright.Page, keys []string) error {
	if len(keys) == 0 {
		return nil
	}
	if _, err := page.Evaluate(stood); err != nil {
		return err
	}
	for _, key := range keys {
		if err := page.Keyboard().Press(key); err != nil {
			return err
		}
	}
	_, err := page.Evaluate("() => new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
	return err
}

// chromium starts Debian's Chromium through the driver that npm installed for the browser suites.
func chromium() (playwright.Browser, func(), error) {
	node, err := exec.LookPath("node")
	if err != nil {
		return nil, nil, err
	}
	if err := os.Setenv("PLAYWRIGHT_NODEJS_PATH", node); err != nil {
		return nil, nil, err
	}
	driver, err := filepath.Abs(filepath.Join("e2e", "node_modules"))
	if err != nil {
		return nil, nil, err
	}
	pw, err := playwright.Run(&playwright.RunOptions{DriverDirectory: driver, SkipInstallBrowsers: true})
	if err != nil {
		return nil, nil, err
	}
	browser, err := pw.Chromium.Launch(playwright.BrowserTypeLaunchOptions{
		ExecutablePath: playwright.String("/usr/bin/chromium-headless-shell"),
		Args:           strings.Fields("--no-sandbox --disable-gpu --disable-background-networking"),
	})
	if err != nil {
		return nil, nil, errors.Join(err, pw.Stop())
	}
	return browser, func() { _, _ = browser.Close(), pw.Stop() }, nil
}
