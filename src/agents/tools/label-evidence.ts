import * as z from 'zod';
import type { ReporterContext } from '../roles';
import { answered, defineTool, type Tool } from './tool';

export function labelEvidence(context: ReporterContext): Tool {
  return defineTool({
    name: 'label_evidence',
    description:
      'Names pieces of evidence for the audit graph, in two to five words each ("death rate by comorbidity").',
    input: z.strictObject({
      labels: z.array(z.strictObject({ evidence: z.string(), label: z.string().min(1).max(60) })).min(1),
    }),
    async run({ labels }) {
      for (const { evidence, label } of labels) await context.label(evidence, label);
      return answered(`labelled ${labels.length}.`);
    },
  });
}
