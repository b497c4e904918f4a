import type { AskContext, ExtraField } from '../kinds/kind.js';

/**
 * Returns the fields for the contact details of a participant. The attribute `collect` overrides the contact details that the quiz asks
 * for.
 */
export function contactFields({ display, view, t }: AskContext<'quiz'>): (ExtraField | false)[] {
  const { collect_name, collect_email } = view;
  const asked = [collect_name && 'name', collect_email && 'email'];
  const collect = display.host.getAttribute('collect') ?? asked;
  const hint = t('Optional. The owner of this quiz will see it.');
  const hasName = collect.includes('name');
  return [
    hasName && { id: 'name', label: t('Your name'), hint, type: 'text', max_length: 100 },
    collect.includes('email') && { id: 'email', label: t('Your email'), hint: hasName ? null : hint, type: 'email' },
  ];
}
