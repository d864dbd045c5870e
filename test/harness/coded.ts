/** What an answer has that is an error of this code: `t.match(answer, coded(404, 'card_not_found'))`. */
export const coded = (status: number, code: string) => ({ status, body: { code } });
