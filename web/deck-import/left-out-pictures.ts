import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ImportedPictures } from '../../core/deck-import/import-report.schema.ts';

/** Returns a function that says which pictures an import leaves out, a part for each reason. */
export function useLeftOutPictures(): (pictures: ImportedPictures) => string[] {
  const { t } = useLingui();
  return ({ left_out }) =>
    left_out.map(({ reason, count }) => {
      switch (reason) {
        case 'missing':
          return t`${plural(count, { one: '# picture that was not sent', other: '# pictures that were not sent' })}`;
        case 'elsewhere':
          return t`${plural(count, { one: '# picture that lies elsewhere', other: '# pictures that lie elsewhere' })}`;
        case 'unknown':
          return t`${plural(count, { one: '# file that is no picture', other: '# files that are no pictures' })}`;
        case 'broken':
          return t`${plural(count, { one: '# damaged picture', other: '# damaged pictures' })}`;
        case 'large':
          return t`${plural(count, { one: '# picture that is too large', other: '# pictures that are too large' })}`;
        default: {
          const kind = reason.toUpperCase();
          return t`${plural(count, { one: `# picture that is ${kind}`, other: `# pictures that are ${kind}` })}`;
        }
      }
    });
}
