package video_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"testing"
	"time"

	"proofdesk/engine/specimen"
	"proofdesk/engine/video"
)

var today = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)

// drawn is a film of sixteen frames, a tenth of a second apart.
func drawn() []byte {
	return specimen.WebM(specimen.Film(specimen.NewPerson(8, "", today), 1, 48, specimen.Still, specimen.TurnLeft))
}

var (
	segment = []byte{0x18, 0x53, 0x80, 0x67}
	cluster = []byte{0x1f, 0x43, 0xb6, 0x75}
	tracks  = []byte{0x16, 0x54, 0xae, 0x6b}
)

// sized returns a film in which every element of a name tells another size, which has eight bytes.
func sized(film, name []byte, size uint64) []byte {
	film = slices.Clone(film)
	for at := 0; ; at += len(name) {
		next := bytes.Index(film[at:], name)
		if next < 0 {
			return film
		}
		at += next
		binary.BigEndian.PutUint64(film[at+len(name):], 1<<56|size)
	}
}

const unknown = 1<<56 - 1

// live returns a film as a browser records it: neither the segment nor its clusters tell their size.
func live(film []byte) []byte { return sized(sized(film, segment, unknown), cluster, unknown) }

func with(film []byte, from, to string) []byte {
	return bytes.Replace(film, []byte(from), []byte(to), 1)
}

func TestEveryKeyFrameIsFoundAtItsTime(t *testing.T) {
	for name, film := range map[string][]byte{"a file": drawn(), "a recording": live(drawn())} {
		read, err := video.Read(film)
		if err != nil || len(read.Keys) != 16 {
			t.Fatalf("%s: %d frames, %v", name, len(read.Keys), err)
		}
		for i, f := range read.Keys {
			if want := time.Duration(i) * 100 * time.Millisecond; f.At != want {
				t.Errorf("%s: frame %d is at %v, want %v", name, i, f.At, want)
			}
			if img, err := f.Decode(); err != nil || img.Rect.Dx() != 48 {
				t.Errorf("%s: frame %d is not decoded: %v", name, i, err)
			}
		}
	}
}

// A camera may give no more pictures while the microphone still hears somebody.
func TestAFilmIsKnownAgainByItsKeyFrames(t *testing.T) {
	sketch := func(film []byte) []string {
		read, err := video.Read(film)
		if err != nil {
			t.Fatal(err)
		}
		return read.Sketch()
	}
	filmed := func(occasion uint64, moves ...specimen.Move) []byte {
		return specimen.WebM(specimen.Film(specimen.NewPerson(8, "", today), occasion, 48, moves...))
	}
	film := filmed(1, specimen.TurnLeft, specimen.LookUp, specimen.TurnRight)
	known := sketch(film)
	flipped := slices.Clone(film)
	flipped[len(flipped)/2] ^= 1
	for _, tt := range []struct {
		name        string
		film        []byte
		least, most int
	}{
		{"itself", film, len(known), len(known)},
		{"with a bit of a picture flipped", flipped, len(known) - 2, len(known)},
		{"another file of the same pictures", live(film), len(known), len(known)},
		{"a part of it", filmed(1, specimen.TurnLeft, specimen.LookUp), 4, len(known)},
		{"the same person once more", filmed(2, specimen.TurnLeft, specimen.LookUp, specimen.TurnRight), 0, 0},
	} {
		shared := slices.DeleteFunc(sketch(tt.film), func(sum string) bool { return !slices.Contains(known, sum) })
		if len(shared) < tt.least || len(shared) > tt.most {
			t.Errorf("%s: %d of %d key frames are the same", tt.name, len(shared), len(known))
		}
	}
	if bytes.Equal(film, flipped) || len(known) != 16 {
		t.Errorf("%d key frames", len(known))
	}
}

func TestAFilmEndsWithItsLastSound(t *testing.T) {
	sound := []byte{0x8b, 0xe7, 0x82, 0x1f, 0x40, 0xa3, 0x85, 0x82, 0, 0, 0x80, 0} // eight seconds from the start
	film := slices.Concat(live(drawn()), cluster, sound)
	read, err := video.Read(film)
	if err != nil || read.End() != 8*time.Second || len(read.Keys) != 16 {
		t.Errorf("it ends at %v with %d frames, %v", read.End(), len(read.Keys), err)
	}
	if last := read.Last(time.Second); len(last.Keys) != 0 {
		t.Errorf("the last second has %d frames", len(last.Keys))
	}
}

func TestFramesAreSpreadOverTheFilm(t *testing.T) {
	film, err := video.Read(drawn())
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int][]time.Duration{2: {0, 15}, 4: {0, 5, 10, 15}, 6: {0, 3, 6, 9, 12, 15}} {
		var got []time.Duration
		for _, f := range film.Spread(n) {
			got = append(got, f.At/100/time.Millisecond)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%d frames are %v, want %v", n, got, want)
		}
	}
	if all := film.Spread(40); len(all) != 16 {
		t.Errorf("%d of 16 frames", len(all))
	}
	bunched := video.Film{Keys: slices.Repeat(film.Keys[:1], 9)}
	bunched.Keys = append(bunched.Keys, film.Keys[15])
	if all := bunched.Spread(3); len(all) != 3 || all[0].At != 0 || all[2].At != film.Keys[15].At {
		t.Errorf("of frames at one time: %v", all)
	}
}

// hostile are the films that nothing is read of, with their faults.
func hostile() map[string]struct {
	film []byte
	want video.Fault
} {
	film := drawn()
	simple := "\xa3\x01\x00\x00\x00\x00\x00" // the name of a block and how its size begins
	key, between := "\x9d\x01\x2a", "\x00\x00\x00"
	kind := "\x83\x01\x00\x00\x00\x00\x00\x00\x01" // the name and the size of a track's kind
	type one = struct {
		film []byte
		want video.Fault
	}
	head := film[:bytes.Index(film, segment)]
	return map[string]one{
		"nothing":                  {nil, video.Damaged},
		"garbage":                  {bytes.Repeat([]byte("garbage "), 99), video.Unsupported},
		"an MP4":                   {[]byte("\x00\x00\x00\x18ftypisom\x00\x00\x00\x00isom"), video.Unsupported},
		"only a name":              {film[:4], video.Damaged},
		"only a header":            {head, video.Damaged},
		"another kind of document": {with(film, "webm", "wave"), video.Unsupported},
		"VP9":                      {with(film, "V_VP8", "V_VP9"), video.Unsupported},
		"sound alone":              {with(film, kind+"\x01", kind+"\x02"), video.Unsupported},
		"truncated":                {film[:len(film)/2], video.Damaged},
		"a truncated recording":    {live(film)[:len(film)/2], video.Damaged},
		"500 MB declared":          {sized(film, segment, 500<<20), video.Damaged},
		"a cluster of 500 MB":      {sized(live(film), cluster, 500<<20), video.Damaged},
		"a block of 500 MB":        {with(live(film), simple, "\xa3\x01\x00\x00\x00\x1f\x40\x00"), video.Damaged},
		"no key frame":             {bytes.ReplaceAll(film, []byte(key), []byte(between)), video.NoKeyFrame},
		"clusters of no length":    {bytes.Repeat(append(slices.Clone(cluster), 0x80), 50), video.Unsupported},
		"too many elements": {
			slices.Concat(head, segment, []byte{0xff}, bytes.Repeat([]byte{0xec, 0x80}, video.MaxElements)),
			video.TooLarge,
		},
		"too many bytes":         {make([]byte, video.MaxBytes+1), video.TooLarge},
		"two tracks of pictures": {doubled(film), video.Unsupported},
		"another film behind it": {slices.Concat(film, film), video.Damaged},
	}
}

// doubled returns a recording with its track twice.
func doubled(film []byte) []byte {
	film = live(film)
	at := bytes.Index(film, tracks)
	size := int(binary.BigEndian.Uint64(film[at+4:]) & unknown)
	entry := film[at+12 : at+12+size]
	film = slices.Concat(film[:at+12], entry, film[at+12:])
	binary.BigEndian.PutUint64(film[at+4:], 1<<56|uint64(2*size))
	return film
}

func TestAHostileFilmHasAFault(t *testing.T) {
	for name, c := range hostile() {
		film, err := video.Read(c.film)
		var fault video.Fault
		if !errors.As(err, &fault) || fault != c.want || len(film.Keys) != 0 {
			t.Errorf("%s: %d frames, %v, want %v", name, len(film.Keys), err, c.want)
		}
	}
}

func TestAClusterOfNoLengthIsPassedOver(t *testing.T) {
	film := live(drawn())
	at := bytes.Index(film, cluster)
	film = slices.Concat(film[:at], cluster, []byte{0x80}, film[at:])
	if read, err := video.Read(film); err != nil || len(read.Keys) != 16 {
		t.Errorf("%d frames, %v", len(read.Keys), err)
	}
}

func TestAFrameIsNotDecodedBeforeItsSizeIsKnown(t *testing.T) {
	film := drawn()
	at := bytes.Index(film, []byte{0x9d, 0x01, 0x2a})
	copy(film[at+3:], []byte{0xff, 0x3f, 0xff, 0x3f})
	read, err := video.Read(film)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := read.Keys[0].Decode(); !errors.Is(err, video.TooLarge) {
		t.Errorf("16383 pixels each way: %v", err)
	}
	copy(film[at+3:], []byte{0, 0, 0, 0})
	if _, err := read.Keys[0].Decode(); !errors.Is(err, video.Damaged) {
		t.Errorf("no pixels: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	for _, c := range hostile() {
		if len(c.film) < 1<<16 {
			f.Add(c.film)
		}
	}
	f.Add(drawn())
	f.Add(live(drawn()))
	f.Fuzz(func(t *testing.T, b []byte) {
		film, err := video.Read(b)
		var fault video.Fault
		if err != nil && !errors.As(err, &fault) {
			t.Fatalf("an error without a code: %v", err)
		}
		for _, frame := range film.Spread(3) {
			if frame.At < 0 || frame.At > 24*time.Hour {
				t.Fatalf("a frame at %v", frame.At)
			}
			if img, err := frame.Decode(); err == nil && img.Rect.Dx()*img.Rect.Dy() > video.MaxPixels {
				t.Fatalf("a frame of %v", img.Rect)
			}
		}
	})
}
