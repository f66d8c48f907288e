package video

import (
	"bytes"
	"math"
	"time"
)

// Film is what a file holds of pictures.
type Film struct {
	Keys  []Frame       // its key frames, in the order of the file
	Until time.Duration // the time of its last block, be it of a key frame, another picture or sound
}

// Frame is one key frame and its time from the start of the film.
type Frame struct {
	At   time.Duration
	data []byte
}

const (
	usualScale = 1_000_000 // nanoseconds of a tick
	mostTime   = 24 * time.Hour
	videoTrack = 1
)

// Read finds the key frames of a film. An error is a Fault. A film with several tracks of pictures is unsupported:
// nothing here can tell which of them a player shows.
func Read(b []byte) (Film, error) {
	if len(b) > MaxBytes {
		return Film{}, TooLarge
	}
	r := &reader{elements: elements{left: MaxElements}, scale: usualScale}
	if err := r.file(b); err != nil {
		return Film{}, err
	}
	if len(r.keys) == 0 {
		return Film{}, NoKeyFrame
	}
	return Film{Keys: r.keys, Until: r.until}, nil
}

// reader reads one file. It goes into what it knows by name only, so that no file can nest deeper than four elements.
type reader struct {
	elements
	scale  uint64
	track  uint64 // the one of pictures
	traced bool   // the tracks are known
	keys   []Frame
	until  time.Duration
}

// file reads the header and the one segment.
func (r *reader) file(b []byte) error {
	if len(b) == 0 {
		return Damaged
	}
	if !bytes.HasPrefix(b, []byte{0x1a, 0x45, 0xdf, 0xa3}) {
		return Unsupported
	}
	head, b, err := r.next(b)
	if err != nil {
		return err
	}
	if head.open {
		return Damaged
	}
	if err := r.header(head.body); err != nil {
		return err
	}
	for len(b) > 0 {
		e, rest, err := r.next(b)
		if err != nil {
			return err
		}
		switch {
		case e.id == idSegment && len(rest) > 0:
			return Damaged // of what comes after it, players make different things
		case e.id == idSegment:
			return r.segment(e.body)
		case e.open:
			return Damaged
		}
		b = rest
	}
	return Damaged
}

// header refuses what is no WebM.
func (r *reader) header(b []byte) error {
	kind := ""
	err := r.each(b, func(e element) error {
		if e.id == idDocType {
			kind = string(bytes.TrimRight(e.body, "\x00"))
		}
		return nil
	})
	if err == nil && kind != "webm" && kind != "matroska" {
		return Unsupported
	}
	return err
}

// each calls visit with each part of an element that tells its size, as all do but segments and clusters.
func (r *reader) each(b []byte, visit func(element) error) error {
	for len(b) > 0 {
		e, rest, err := r.next(b)
		if err != nil {
			return err
		}
		if e.open {
			return Damaged
		}
		if err := visit(e); err != nil {
			return err
		}
		b = rest
	}
	return nil
}

func (r *reader) segment(b []byte) error {
	for len(b) > 0 {
		e, rest, err := r.next(b)
		if err != nil {
			return err
		}
		switch {
		case e.id == idCluster:
			used, err := r.cluster(e)
			if err != nil {
				return err
			}
			if e.open {
				rest = e.body[used:]
			}
		case e.open:
			return Damaged
		case e.id == idInfo:
			err = r.each(e.body, r.info)
		case e.id == idTracks:
			err = r.tracks(e.body)
		}
		if err != nil {
			return err
		}
		b = rest
	}
	return nil
}

func (r *reader) info(e element) error {
	if e.id != idScale {
		return nil
	}
	r.scale = number(e.body)
	if len(e.body) > 8 || r.scale == 0 || r.scale > uint64(time.Second) {
		return Damaged
	}
	return nil
}

func (r *reader) tracks(b []byte) error {
	if r.traced {
		return Damaged
	}
	err := r.each(b, func(e element) error {
		if e.id != idTrack {
			return nil
		}
		return r.entry(e.body)
	})
	if err == nil && !r.traced {
		return Unsupported // sound alone
	}
	return err
}

// entry reads one track: that of the pictures has to be one of VP8 as it is.
func (r *reader) entry(b []byte) error {
	var (
		track, kind uint64
		codec       string
		encoded     bool
	)
	err := r.each(b, func(e element) error {
		switch e.id {
		case idTrackNumber:
			track = number(e.body)
		case idTrackType:
			kind = number(e.body)
		case idCodec:
			codec = string(bytes.TrimRight(e.body, "\x00"))
		case idEncodings:
			encoded = true
		}
		return nil
	})
	switch {
	case err != nil || kind != videoTrack:
		return err
	case r.traced || codec != "V_VP8" || encoded:
		return Unsupported
	}
	r.track, r.traced = track, true
	return nil
}

// cluster reads the blocks of a cluster. One that does not tell its size ends before the next part of the segment; used
// is how much of its body is its own.
func (r *reader) cluster(c element) (used int, err error) {
	var start uint64
	for b := c.body; len(b) > 0; used = len(c.body) - len(b) {
		e, rest, err := r.next(b)
		if c.open && e.id >= leastOfSegment {
			return used, nil // whatever is wrong with it, the segment will find
		}
		if err != nil {
			return used, err
		}
		if e.open {
			return used, Damaged
		}
		switch e.id {
		case idTimestamp:
			start = number(e.body)
		case idSimpleBlock:
			err = r.block(start, e.body)
		case idBlockGroup:
			err = r.each(e.body, func(e element) error {
				if e.id == idBlock {
					return r.block(start, e.body)
				}
				return nil
			})
		}
		if err != nil {
			return used, err
		}
		b = rest
	}
	return used, nil
}

// block keeps the frame of a block (RFC 9559, 10.2) that is a key frame of the pictures.
func (r *reader) block(start uint64, b []byte) error {
	track, b, ok := vint(b, 8, false)
	if !ok || len(b) < 3 {
		return Damaged
	}
	if !r.traced {
		return Damaged // a block before the track that it belongs to
	}
	offset, flags, data := int16(number(b[:2])), b[2], b[3:]
	ticks := float64(start) + float64(offset)
	exact := ticks * float64(r.scale)
	if exact > float64(mostTime) {
		return Damaged
	}
	at := time.Duration(math.Max(0, exact))
	r.until = max(r.until, at)
	if track != r.track {
		return nil
	}
	if flags&0x06 != 0 {
		return Unsupported // several frames in one block, which is for sound
	}
	if isKey(data) {
		r.keys = append(r.keys, Frame{At: at, data: data})
	}
	return nil
}

// isKey reports whether a frame is whole and shown (RFC 6386, 9.1).
func isKey(b []byte) bool {
	return len(b) >= 10 && b[0]&1 == 0 && b[0]>>4&1 == 1 && b[3] == 0x9d && b[4] == 0x01 && b[5] == 0x2a
}
