// Prints how many bytes a file has after brotli as a web server precompresses it.
import fs from "node:fs";
import { brotliCompressSync, constants } from "node:zlib";

const file = fs.readFileSync(process.argv[2]);
const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: file.length };
process.stdout.write(String(brotliCompressSync(file, { params }).length));
