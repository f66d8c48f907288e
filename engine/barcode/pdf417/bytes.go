package pdf417

// bytes reads a run of byte compaction, through changes of the character set in between: with 924 every five codewords
// are six bytes; with 901 the last five are so only if more follows them.
func (d *decoder) bytes() error {
	count, end := d.byteRun()
	for d.at < end {
		switch w := d.words[d.at]; {
		case w >= 900:
			d.at++
			if err := d.interpretation(w); err != nil {
				return err
			}
		case (count > 5 || count == 5 && d.mode == latchByte6) && d.five():
			count -= 5
		case w > 255:
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
		case w < 900:
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

// five reads five codewords as six bytes; false, and nothing read, if that is not what stands there.
func (d *decoder) five() bool {
	if d.at+5 > len(d.words) {
		return false
	}
	v := uint64(0)
	for _, w := range d.words[d.at : d.at+5] {
		if w >= 900 {
			return false
		}
		v = v*900 + uint64(w)
	}
	if v >= 1<<48 {
		return false
	}
	for shift := 40; shift >= 0; shift -= 8 {
		d.out = append(d.out, byte(v>>shift))
	}
	d.at += 5
	return true
}
