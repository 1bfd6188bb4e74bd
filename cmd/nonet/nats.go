//go:build !nonats

package main

import (
	"nonet/internal/app/cli"
	"nonet/internal/app/natsjob/broker"
)

func init() { cli.Broker = broker.NATS{} }
