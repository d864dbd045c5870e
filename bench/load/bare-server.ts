import Fastify from 'fastify';
import { contracts } from '../../api/plugins/contracts.ts';
import { ProgressBody } from '../../core/learning/learning.schema.ts';

/** The baseline of bench/progress: a route that does nothing but validate the same body. */
const app = Fastify();
await app.register(contracts);
app.post('/api/cards/:cardId/progress', { schema: { body: ProgressBody } }, async () => ({ success: true }));
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.on('disconnect', () => process.exit(0));
