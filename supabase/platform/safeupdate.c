/*
 * Refuses UPDATE and DELETE without WHERE with SQLSTATE 21000, as the module `safeupdate` does that a
 * hosted project loads for the role `authenticator`. It looks at each statement after parsing, so it
 * sees those inside functions, dynamic SQL and data-modifying CTEs, too.
 */
#include "postgres.h"
#include "fmgr.h"
#include "nodes/parsenodes.h"
#include "parser/analyze.h"

PG_MODULE_MAGIC;
void _PG_init(void);

static post_parse_analyze_hook_type next_hook;

static void
refuse_unfiltered(const Query *query)
{
	bool changes = query->commandType == CMD_UPDATE || query->commandType == CMD_DELETE;
	ListCell *cell;

	foreach(cell, query->cteList)
	{
		Node *inner = lfirst_node(CommonTableExpr, cell)->ctequery;

		if (IsA(inner, Query))
			refuse_unfiltered((Query *) inner);
	}
	if (changes && query->jointree->quals == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_CARDINALITY_VIOLATION),
				 errmsg("%s requires a WHERE clause",
						query->commandType == CMD_UPDATE ? "UPDATE" : "DELETE")));
}

static void
after_parse(ParseState *state, Query *query, JumbleState *jumble)
{
	if (next_hook)
		next_hook(state, query, jumble);
	refuse_unfiltered(query);
}

void
_PG_init(void)
{
	next_hook = post_parse_analyze_hook;
	post_parse_analyze_hook = after_parse;
}
