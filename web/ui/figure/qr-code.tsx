import { encode } from 'uqr';

interface QrCodeProps {
  text: string;
  label: string;
  /** Medium bears more dirt and folds, low is coarser and so read from smaller paper. */
  strength: 'low' | 'medium';
  className?: string;
}

/** Light squares around the code, without which cameras do not find it. */
const BORDER = 4;

/** A text as a QR code, black on white whatever the colours of the page. */
export function QrCode({ text, label, strength, className }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: strength === 'low' ? 'L' : 'M', border: BORDER });
  const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      role="img"
      aria-label={label}
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="white" />
      <path d={dark.join('')} fill="black" />
    </svg>
  );
}
