/// Makes an index with one engine, asks it for each key, and prints nanoseconds of the clock and of the processor
/// and how many were found, 50 at most, as JSON.
enum SearchScript {
  static let source = #"""
    import json, os, re, subprocess, sys, time

    engine, people_file, keys_file, program = sys.argv[1:5]
    with open(people_file, encoding="utf-8") as file:
        people = file.read().split("\n")[:-1]
    with open(keys_file, encoding="utf-8") as file:
        keys = file.read().split("\n")[:-1]

    if engine == "sqlite":
        import sqlite3
        base = sqlite3.connect(":memory:")
        base.execute("create virtual table people using fts5(text, tokenize='trigram')")
        base.executemany("insert into people values (?)", ((line,) for line in people))

        def search(key):
            if len(key) < 3:
                # Trigrams know no shorter text.
                query = "select rowid from people where text like ? limit 50"
                return len(base.execute(query, ("%" + key + "%",)).fetchall())
            phrase = " ".join('"' + word.replace('"', '""') + '"' for word in key.split() if len(word) >= 3)
            query = "select rowid from people where people match ? limit 50"
            return len(base.execute(query, (phrase or '"' + key + '"',)).fetchall())
    elif engine == "rapidfuzz":
        from rapidfuzz import fuzz, process
        folded = [line.lower() for line in people]

        def search(key):
            return len(process.extract(key.lower(), folded, scorer=fuzz.ratio, limit=50))
    elif engine == "tantivy":
        import tantivy
        builder = tantivy.SchemaBuilder()
        builder.add_text_field("text", stored=True)
        schema = builder.build()
        index = tantivy.Index(schema)
        writer = index.writer(200_000_000)
        for line in people:
            writer.add_document(tantivy.Document(text=line))
        writer.commit()
        writer.wait_merging_threads()
        index.reload()
        searcher = index.searcher()

        def search(key):
            words = re.findall(r"\w+", key.lower())
            parts = [
                (
                    tantivy.Occur.Must,
                    tantivy.Query.fuzzy_term_query(
                        schema, "text", word, distance=1 if len(word) >= 4 else 0, prefix=True
                    ),
                )
                for word in words
            ]
            return len(searcher.search(tantivy.Query.boolean_query(parts), 50).hits)
    else:

        def search(key):
            with open(people_file, "rb") as file:
                found = subprocess.run([program, "--filter", key], stdin=file, stdout=subprocess.PIPE).stdout
            return min(50, found.count(b"\n"))

    def processor():
        times = os.times()
        return int((times.user + times.system + times.children_user + times.children_system) * 1e9)

    answers = []
    for key in keys:
        start, worked, precise = time.perf_counter_ns(), processor(), time.process_time_ns()
        found = search(key)
        spent = processor() - worked if engine == "fzf" else time.process_time_ns() - precise
        answers.append([time.perf_counter_ns() - start, spent, found])
    print(json.dumps(answers))

    """#
}
