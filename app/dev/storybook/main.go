// Command storybook serves every page of the console in every state, or takes screenshots of it. It is a
// tool for developing the console and no part of the program.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"proofdesk/static"
	"proofdesk/views/storybook"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:8099", "where to serve the storybook")
	shots := flag.String("shots", "",
		"folder for a picture of each state at each size in light and dark; without it the storybook is served")
	only := flag.String("only", "", "the area or path to take pictures of, such as review or /queue/empty")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := show(ctx, *listen, *shots, *only)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "storybook:", err)
		os.Exit(1)
	}
}

func show(ctx context.Context, listen, shots, only string) error {
	assets, err := static.Load()
	if err != nil {
		return err
	}
	if shots != "" {
		listen = "127.0.0.1:0"
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", listen)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: storybook.Handler(assets, pictures()), ReadHeaderTimeout: 5 * time.Second}
	context.AfterFunc(ctx, func() { _ = server.Close() })
	base := "http://" + listener.Addr().String()
	if shots == "" {
		fmt.Println("the storybook is at", base)
		return ended(server.Serve(listener))
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	err = photograph(ctx, base, shots, only)
	return errors.Join(err, server.Close(), ended(<-served))
}

func ended(err error) error {
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}
