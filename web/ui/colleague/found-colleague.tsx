import { Trans } from '@lingui/react/macro';
import type { Colleague } from '../../../core/colleague/colleague.schema.ts';

/** The teacher that was looked for. */
export const FoundColleague = ({ of: found }: { of: Colleague | null }) =>
  found && (
    <Trans>
      This is <b>{found.name}</b> ({found.login}).
    </Trans>
  );
