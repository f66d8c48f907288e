package specimen

// code writes one block's coefficients as tokens (RFC 6386, 13). The flags say whether the blocks above and on the left
// have anything, and then whether this one has.
func (f *vp8Frame) code(kind int, q [16]int, above, left *bool) {
	first, last := 0, -1
	if kind == lumaRest {
		first = 1
	}
	for i := first; i < 16; i++ {
		if q[zigzag[i]] != 0 {
			last = i
		}
	}
	context := 0
	for _, has := range []bool{*above, *left} {
		if has {
			context++
		}
	}
	*above, *left = last >= 0, last >= 0
	afterZero := false
	for i := first; i < 16; i++ {
		slot := ((kind*8+bands[i])*3 + context) * 11
		if !afterZero {
			f.choose(slot, i <= last)
			if i > last {
				return
			}
		}
		v := q[zigzag[i]]
		size := max(v, -v)
		f.choose(slot+1, size > 0)
		if afterZero = size == 0; afterZero {
			context = 0
			continue
		}
		context = min(size, 2)
		f.magnitude(slot, size)
		f.tokens = append(f.tokens, choice{slot: -1, prob: vp8Default, yes: v < 0})
	}
}

func (f *vp8Frame) choose(slot int, yes bool) {
	f.tokens = append(f.tokens, choice{slot: slot, yes: yes})
}

// magnitude writes a size from 1: up to four by itself, more as a class and the bits above its least.
func (f *vp8Frame) magnitude(slot, size int) {
	f.choose(slot+2, size > 1)
	if size == 1 {
		return
	}
	f.choose(slot+3, size > 4)
	if size <= 4 {
		f.choose(slot+4, size > 2)
		if size > 2 {
			f.choose(slot+5, size > 3)
		}
		return
	}
	class := 0
	for class+1 < len(classes) && size >= classes[class+1].least {
		class++
	}
	f.choose(slot+6, class > 1)
	if class <= 1 {
		f.choose(slot+7, class == 1)
	} else {
		f.choose(slot+8, class > 3)
		f.choose(slot+9+class/4, class%2 == 1)
	}
	over := size - classes[class].least
	for i, prob := range classes[class].bits {
		f.tokens = append(f.tokens, choice{slot: -1, prob: prob, yes: over>>(len(classes[class].bits)-1-i)&1 == 1})
	}
}

// classes are the sizes from five on: the least of each, and the probabilities of the bits above it.
var classes = []struct {
	least int
	bits  []uint8
}{
	{5, []uint8{159}},
	{7, []uint8{165, 145}},
	{11, []uint8{173, 148, 140}},
	{19, []uint8{176, 155, 140, 135}},
	{35, []uint8{180, 157, 141, 134, 130}},
	{67, []uint8{254, 254, 243, 230, 196, 177, 153, 140, 133, 130, 129}},
}

var (
	zigzag = [16]int{0, 1, 4, 8, 5, 2, 3, 6, 9, 12, 13, 10, 7, 11, 14, 15}
	bands  = [16]int{0, 1, 2, 3, 6, 4, 5, 6, 6, 6, 6, 6, 6, 6, 6, 7}
)

// vp8Updates is how likely a slot's probability is left as it was, where that is not 255 (RFC 6386, 13.4).
var vp8Updates = map[int]uint8{
	33: 176, 34: 246, 44: 223, 45: 241, 46: 252, 55: 249, 56: 253, 57: 253, 67: 244, 68: 252, 77: 234, 78: 254, 79: 254,
	88: 253, 100: 246, 101: 254, 110: 239, 111: 253, 112: 254, 121: 254, 123: 254, 133: 248, 134: 254, 143: 251,
	145: 254, 166: 253,
	167: 254, 176: 251, 177: 254, 178: 254, 187: 254, 189: 254, 199: 254, 200: 253, 202: 254, 209: 250, 211: 254,
	213: 254, 220: 254,
	264: 217, 275: 225, 276: 252, 277: 241, 278: 253, 281: 254, 286: 234, 287: 250, 288: 241, 289: 250, 290: 253,
	292: 253, 293: 254,
	298: 254, 308: 223, 309: 254, 310: 254, 319: 238, 320: 253, 321: 254, 322: 254, 331: 248, 332: 254, 341: 249,
	342: 254, 364: 253,
	374: 247, 375: 254, 397: 253, 398: 254, 407: 252, 430: 254, 431: 254, 440: 253, 463: 254, 464: 253, 473: 250,
	484: 254, 528: 186,
	529: 251, 530: 250, 539: 234, 540: 251, 541: 244, 542: 254, 550: 251, 551: 251, 552: 243, 553: 253, 554: 254,
	556: 254, 562: 253,
	563: 254, 572: 236, 573: 253, 574: 254, 583: 251, 584: 253, 585: 253, 586: 254, 587: 254, 595: 254, 596: 254,
	605: 254, 606: 254,
	607: 254, 628: 254, 638: 254, 639: 254, 649: 254, 671: 254, 792: 248, 803: 250, 804: 254, 805: 252, 806: 254,
	814: 248, 815: 254,
	816: 249, 817: 253, 826: 253, 827: 253, 836: 246, 837: 253, 838: 253, 847: 252, 848: 254, 849: 251, 850: 254,
	851: 254, 859: 254,
	860: 252, 869: 248, 870: 254, 871: 253, 880: 253, 882: 254, 883: 254, 892: 251, 893: 254, 902: 245, 903: 251,
	904: 254, 913: 253,
	914: 253, 915: 254, 925: 251, 926: 253, 935: 252, 936: 253, 937: 254, 947: 254, 958: 252, 968: 249, 970: 254,
	981: 254, 992: 253,
	1001: 250, 1034: 254,
}

// boolWriter writes choices as an arithmetic code (RFC 6386, 7.3).
type boolWriter struct {
	out    []byte
	low    uint32
	spread uint32 // less one
	spare  int    // bits until the next byte is whole
}

func (w *boolWriter) put(no uint8, yes bool) {
	if w.out == nil {
		w.out, w.spread, w.spare = []byte{}, 254, 24
	}
	split := 1 + w.spread*uint32(no)>>8
	if yes {
		w.low += split
		w.spread -= split
	} else {
		w.spread = split - 1
	}
	for w.spread < 127 {
		w.spread = w.spread*2 + 1
		if w.low>>31 == 1 {
			w.carry()
		}
		w.low <<= 1
		if w.spare--; w.spare == 0 {
			w.out = append(w.out, byte(w.low>>24))
			w.low &= 1<<24 - 1
			w.spare = 8
		}
	}
}

// carry adds one to what is written.
func (w *boolWriter) carry() {
	for i := len(w.out) - 1; i >= 0; i-- {
		if w.out[i]++; w.out[i] != 0 {
			return
		}
	}
}

// number writes bits that are as likely as not, highest first.
func (w *boolWriter) number(v, bits int) {
	for i := bits - 1; i >= 0; i-- {
		w.put(vp8Default, v>>i&1 == 1)
	}
}

// end pushes out what is left.
func (w *boolWriter) end() []byte {
	w.number(0, 32)
	return w.out
}
