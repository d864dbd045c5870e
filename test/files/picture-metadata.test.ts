import t from 'tap';
import { withoutMetadata } from '../../core/files/picture-metadata.ts';
import {
  isWholePicture,
  jpegSegments,
  type PictureKind,
  pictureKind,
  pictureSize,
} from '../../core/files/picture-type.ts';
import { avifOf, box, jpegOf } from '../card/pictures-made.ts';
import { MARK, MARKED_PICTURES } from './marked-pictures.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

const kinds = Object.entries(MARKED_PICTURES) as [PictureKind, Buffer][];

for (const [kind, marked] of kinds)
  t.test(`PIC-13 ${kind}: nothing is left of its metadata, and it is what it was`, async (t) => {
    t.ok(marked.includes(MARK));
    const clean = withoutMetadata(kind, marked) as Buffer;
    t.notOk(clean.includes(MARK));
    t.equal(pictureKind(clean), kind);
    t.ok(isWholePicture(kind, clean));
    t.same(pictureSize(kind, clean), pictureSize(kind, marked));
    t.ok(withoutMetadata(kind, clean)?.equals(clean), 'twice is as once');
  });

t.test('PIC-13 a JPEG keeps its turn and its profile of colour, and ends where its image ends', async (t) => {
  const trailer = Buffer.concat([
    MARKED_PICTURES.jpg,
    Buffer.from('a film with MARK'),
    Buffer.from([0xff, 0xd9]),
  ]);
  const clean = withoutMetadata('jpg', trailer) as Buffer;
  t.ok(clean.equals(withoutMetadata('jpg', MARKED_PICTURES.jpg) as Buffer));
  t.ok(clean.includes('ICC_PROFILE'));
  t.equal(clean.indexOf('Exif'), clean.lastIndexOf('Exif'));
  t.same(pictureSize('jpg', clean), { width: 8, height: 16 });
  const upright = withoutMetadata('jpg', jpegOf(64, 48)) as Buffer;
  t.notOk(upright.includes('Exif'), 'one that is not turned has none');
  t.ok(withoutMetadata('jpg', upright)?.equals(upright), 'and comes as it is a second time');
  const made = jpegOf(64, 48);
  const scan = made.lastIndexOf(Buffer.from([0xff, 0xda]));
  const filled = Buffer.concat([made.subarray(0, scan), Buffer.from([0xff]), made.subarray(scan)]);
  t.ok(withoutMetadata('jpg', filled)?.equals(upright), 'without fill bytes');
});

/** A JPEG with bytes between its parts that no marker announces, as some programs leave them. */
function withStrayBytes(jpeg: Buffer, stray: Buffer): Buffer {
  const parts = [jpeg.subarray(0, 2)];
  // Behind a scan they would be taken for a part of it.
  let isBehindScan = false;
  for (const { marker, whole } of jpegSegments(jpeg) ?? []) {
    parts.push(isBehindScan ? Buffer.alloc(0) : stray, whole);
    isBehindScan = marker === 0xda;
  }
  return Buffer.concat([...parts, Buffer.from([0xff, 0xff, 0xd9])]);
}

t.test('PIC-16 a JPEG with fill bytes and others between its parts is the same picture', async (t) => {
  for (const jpeg of [MARKED_PICTURES.jpg, jpegOf(640, 480, { turned: true })])
    for (const stray of ['ff', 'ffffff', '00', '000000', '0d0a', 'ff00', '4142ff', 'ff01', 'ffd8']) {
      const odd = withStrayBytes(jpeg, hex(stray));
      t.equal(pictureKind(odd), 'jpg');
      t.same(pictureSize('jpg', odd), pictureSize('jpg', jpeg), stray);
      t.ok(isWholePicture('jpg', odd), stray);
      t.ok(withoutMetadata('jpg', odd)?.equals(withoutMetadata('jpg', jpeg) as Buffer), stray);
    }
  const restarts = Buffer.concat([jpegOf(64, 48).subarray(0, -2), hex('01ffd002ff0003ffd104ffd9')]);
  t.ok(withoutMetadata('jpg', restarts)?.subarray(-12).equals(restarts.subarray(-12)), 'restarts in a scan');
  t.notOk(
    isWholePicture('jpg', withStrayBytes(jpegOf(9, 9), hex('00')).subarray(0, -2)),
    'its end is missing',
  );
});

t.test('PIC-16 bytes behind the end of a picture are none of it', async (t) => {
  for (const [kind, marked] of kinds)
    for (const trailing of ['00', '0d0a', '0000000000000000', '4d41524b206f662074686520776562']) {
      const longer = Buffer.concat([marked, hex(trailing)]);
      t.ok(isWholePicture(kind, longer), `${kind} ${trailing}`);
      t.same(pictureSize(kind, longer), pictureSize(kind, marked));
      t.notMatch(withoutMetadata(kind, longer)?.toString('latin1'), /MARK/);
    }
});

t.test('PIC-13 a PNG and a WebP have the chunks alone that are drawn', async (t) => {
  const png = withoutMetadata('png', Buffer.concat([MARKED_PICTURES.png, Buffer.from(MARK)])) as Buffer;
  t.notMatch(png.toString('latin1'), /tEXt|zTXt|iTXt|MARK/);
  t.match(png.toString('latin1'), /IHDR.*IDAT.*IEND/s);
  t.same(pictureSize('png', png), { width: 8, height: 16 }, 'and how it is turned');
  const webp = withoutMetadata('webp', MARKED_PICTURES.webp) as Buffer;
  t.notMatch(webp.toString('latin1'), /EXIF|XMP/);
  t.equal(webp.readUInt32LE(4), webp.length - 8);
  t.equal((webp[20] as number) & 0x0c, 0, 'it does not say that it has them');
});

t.test('PIC-13 an AVIF keeps its length; what is none of its known boxes is emptied', async (t) => {
  const more = Buffer.from('\0\0\0\x0cuuidMARK\0\0\0\x0cfreeMARK', 'latin1');
  const clean = withoutMetadata('avif', Buffer.concat([avifOf(80, 60), more])) as Buffer;
  t.equal(clean.length, avifOf(80, 60).length + more.length);
  t.notMatch(clean.toString('latin1'), /MARK|uuid/);
  t.equal(withoutMetadata('avif', MARKED_PICTURES.avif)?.length, MARKED_PICTURES.avif.length);
});

/** An AVIF whose Exif lies in the box `idat`, or wherever `method` says. */
const withIdat = (method: number): Buffer =>
  Buffer.concat([
    box('ftyp', Buffer.from('avif\0\0\0\0mif1avif', 'latin1')),
    box(
      'meta',
      Buffer.alloc(4),
      box('iinf', hex('00000000 0001'), box('infe', hex('02000000 0007 0000'), Buffer.from('Exif\0'))),
      box('iloc', hex('01000000 4400 0001'), hex('0007'), hex(`000${method} 0000 0001 00000002 00000004`)),
      box('idat', Buffer.from(`::${MARK}::`)),
    ),
  ]);

t.test('PIC-13 Exif is found in both places where an AVIF may have it; elsewhere refused', async (t) => {
  t.ok(withoutMetadata('avif', withIdat(1))?.includes('::\0\0\0\0::'));
  t.equal(withoutMetadata('avif', withIdat(2)), undefined, 'within another item');
  const { avif } = MARKED_PICTURES;
  const changed = (at: number, value: number) => {
    const copy = Buffer.from(avif);
    copy[avif.indexOf('iloc') + 4 + at] = value;
    return withoutMetadata('avif', copy);
  };
  t.ok(changed(0, 0));
  t.equal(changed(6, 0xff), undefined, 'more items than there is room for');
  t.equal(changed(25, 1), undefined, 'the second one in another file');
  t.equal(changed(28, 0x7f), undefined, 'behind the end');
});

t.test('PIC-13 a picture whose parts run over its end is refused', async (t) => {
  const { png, webp } = MARKED_PICTURES;
  t.equal(withoutMetadata('png', png.subarray(0, -5)), undefined);
  const longer = Buffer.from(webp);
  longer.writeUInt32LE(1_000, 16);
  t.equal(withoutMetadata('webp', longer), undefined);
});

t.test('PIC-13 with any byte another one, a picture is refused or has a size still', async (t) => {
  for (const [kind, marked] of kinds)
    for (let at = 0; at < marked.length; at++) {
      const changed = Buffer.from(marked);
      changed[at] = (changed[at] as number) ^ 0xff;
      if (pictureKind(changed) !== kind || !pictureSize(kind, changed) || !isWholePicture(kind, changed))
        continue;
      const clean = withoutMetadata(kind, changed);
      if (clean && !pictureSize(kind, clean)) t.fail(`${kind}, byte ${at}`);
    }
  t.pass();
});
