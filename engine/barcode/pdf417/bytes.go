package pdf417

// bytes reads a run of byte compaction, through changes of the character set in between: with 924 every five codewords
// are six bytes; with 901 the last five are so only if more follows them.
func (d *decoder) bytes() error {
	count, end := d.byteRun()
	for d.at < end {
		switch w := d.words[d.at]; {
		case w >= functions:
			d.at++
			if err := d.interpretation(w); err != nil {
				return err
			}
		case (count > byteWords || count == byteWords && d.mode == latchByte6) && d.five():
			count -= byteWords
		case w > largestByte:
			return ErrMessage
		default:
			d.out = append(d.out, byte(w))
			d.at++
			count--
		}
	}
	return nil
}

// byteRun returns how many codewords of data a run of byte compaction has, and where it ends.
func (d *decoder) byteRun() (count, end int) {
	for end = d.at; end < len(d.words); {
		switch w := d.words[end]; {
		case w < functions:
			count++
			end++
		case w == eciCharset || w == eciUser:
			end += 2
		case w == eciGeneral:
			end += 3
		default:
			return count, end
		}
	}
	return count, len(d.words)
}

// five reads five codewords as six bytes; false, with nothing read, if there are not five.
func (d *decoder) five() bool {
	if d.at+byteWords > len(d.words) {
		return false
	}
	v := uint64(0)
	for _, w := range d.words[d.at : d.at+byteWords] {
		if w >= functions {
			return false
		}
		v = v*functions + uint64(w)
	}
	if v >= 1<<byteGroupBits {
		return false
	}
	for shift := byteGroupBits - 8; shift >= 0; shift -= 8 {
		d.out = append(d.out, byte(v>>shift))
	}
	d.at += byteWords
	return true
}
