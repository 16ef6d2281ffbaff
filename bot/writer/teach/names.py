"""Names of beaches and towns to teach with: hundreds that no catalogue holds, so that the model learns to copy a name.

They are put together from parts, as names are in each language; a few hold words that mean something in a report
(calm, brave, high), which must not lead the model astray.
"""

from __future__ import annotations

import random

from conditions.air.facts import places

_CUT_SHORT = 0.2
_BEACHES = 0.35  # of the places whose air is reported, as drawn here
_SAINTS = (
    "Santa Clara", "São Tomé", "Santa Inês", "São Brás", "Santo Amaro", "São Lourenço", "Santa Teresa", "São Roque",
    "Santa Rita", "São Vicente", "Santa Bárbara", "São Pedro", "Santo André", "São Miguel", "Santa Luzia",
    "São Julião",
)  # fmt: skip
_PT_A = (
    "Pedra Furada", "Gamboa", "Figueira", "Aroeira", "Restinga", "Garça", "Cotovia", "Vigia", "Cruz", "Areia Branca",
    "Gaivota", "Baleeira", "Laje", "Pitanga", "Ribeira Seca", "Tainha", "Fonte", "Bica", "Cabana", "Amendoeira",
    "Sereia", "Fortaleza", "Jangada", "Rainha", "Ostra", "Coroa", "Sardinha", "Concha", "Serra", "Duna",
)  # fmt: skip
_PT_O = (
    "Pescador", "Sargo", "Cavalo", "Farolim", "Estaleiro", "Ouriço", "Riacho", "Pinheiro", "Tucano", "Caranguejo",
    "Marisco", "Coqueiro", "Galeão", "Carvoeiro Velho", "Pontão", "Sossego", "Vento Sul", "Barco", "Cais Velho",
    "Rochedo", "Moinho", "Zimbral", "Guaiúba", "Sabiá", "Cajueiro", "Penedo", "Curral", "Engenho", "Mirante", "Ermo",
)  # fmt: skip
_PT_E = (
    "Tabuba", "Guaratuva", "Itapirema", "Paranapuã", "Odemira", "Meleças", "Ubaíra", "Jaguaribe", "Sagarana",
    "Aljube",
)  # fmt: skip
_PT_PLURAL = (
    ("das", "Pedras Negras"), ("dos", "Coqueirais"), ("das", "Ostras Brancas"), ("dos", "Milagres de Cima"),
    ("das", "Gaivotas"), ("dos", "Corais"), ("das", "Areias Finas"), ("dos", "Golfos"), ("das", "Canoas"),
    ("dos", "Frades"),
)  # fmt: skip
_PT_BARE = (
    "Itamambaí", "Jacarandá", "Caraguava", "Guaibira", "Tapirema", "Ubatuvinha", "Perequê-Mirim", "Araçatiba",
    "Piraquara", "Vila Serena", "Curuípe", "Imbuaçu", "Peruíbinha", "Sambaqui Velho", "Itanhangá",
    "Maracaípe do Norte", "Cuiúba", "Porto Sereno", "Porto Novo da Ilha", "Pontal do Sino", "Pontal das Garças",
    "Farol do Norte", "Morro do Sino", "Barra do Jequi", "Barra Funda do Mar", "Enseada do Cedro",
    "Enseada das Almas", "Ponta do Breu", "Ponta Grossa do Sul", "Ilha do Sino", "Lagoa da Garça",
    "Lagoinha do Norte", "Baía Formosa Velha", "Costa do Sino", "Balneário Sereia", "Balneário Atlântida",
    "Recanto das Dunas", "Canto do Vigia", "Cabo do Frade", "Saco do Engenho", "Prainha do Cedro", "Meia Lua",
    "Praia Brava do Norte", "Praia Mansa", "Praia Alta", "Praia Fria", "Praia Nova", "Praia Velha",
    "Praia Calma do Sul", "Praia Azul", "Praia Comprida", "Foz do Lima", "Boca da Foz", "Pedra do Sal",
    "Vale de Lobos",
)  # fmt: skip
_EN_FIRST = (
    "Harrow", "Pelican", "Whistler", "Copper", "Gull", "Maiden", "Heron", "Sandpiper", "Otter", "Quarry", "Lantern",
    "Cutter", "Juniper", "Thistle", "Marlow", "Ashby", "Penrose", "Kilbride", "Dunmore", "Redcliff", "Silver",
    "Widow's", "Fisherman's", "Chapel", "Mill", "Old Mill", "Low Point", "High Cliff", "Calm", "Windy", "Stony",
    "Cold Harbour", "Long Reef South", "Turtle Rock", "North Stradling", "Cormorant", "Wharf", "Bluff",
    "St Brannock's", "St Agatha", "Tern", "Ferry", "Anchor",
)  # fmt: skip
_EN_LAST = ("Beach", "Beach", "Bay", "Cove", "Sands", "Strand", "Point", "Head", "Lagoon", "Harbour")
_OTHERS = {
    "Playa": ("de la Sal", "del Faro", "Serena", "Escondida", "de los Botes", "Larga", "El Pinar", "de Arenales"),
    "Cala": ("Blava", "Fonda", "del Moro", "Petita", "Rotja", "de sa Roca", "Tramuntana"),
    "Plage": ("du Phare", "de la Grotte", "des Pins", "des Sables Roux", "de Kerhoën", "du Vallon", "Saint-Aubin"),
    "Spiaggia": ("di Ponente", "del Saraceno", "Lunga", "dei Gabbiani", "di Torre Scura"),
    "Strand": ("Nordhaven", "Sankt Olof", "Zeewijk", "Ostmark"),
    "Pantai": ("Senja", "Karang", "Melur", "Batu Hitam", "Cahaya"),
    "Porth": ("Mellyn", "Ennis", "Trewarne", "Kerris"),
    "Traeth": ("Gwyn", "Llanfaes", "Morfa"),
}
_PLAIN = (
    "Kaimoana", "Nakashima", "Shirasaki", "Waipuna", "Onetahi", "Agia Marina Sud", "Paralia Kochyli", "Kallithea Bay",
    "Uvala Lučica", "Plaža Borik", "Zátoka", "Nørrevang", "Skagsand", "Ölüsu", "Karaağaç", "Hà Vân", "Bãi Dương",
    "Laem Sai", "Anse Corail", "Anse La Roche", "Grande Anse Nord", "Baia Sardinella", "Marina di Torrenova",
    "Lido Azzurro", "Es Canaret", "Torrevella", "Mar Chiquito", "Punta Serena", "Bahía Honda", "Puerto Calmo",
    "Isla Tortuga", "Boca Vieja", "Vik", "Ayr Sands", "Bude Haven", "Le Moulin", "L'Escale", "O Grove",
    "Ría de Lires", "Zeebad", "Westduin", "Oosterend", "Tulagi", "Nuku Bay", "Mombo", "Kilwani", "Zanj", "Ras Amber",
    "Al Sahil", "Sidi Rahal Plage", "Dor", "Halikounas Bay",
)  # fmt: skip


_LONGER = (
    "Ashby le Strand", "Marlow le Cliff", "Sutton le Dunes", "Thorpe by the Sea", "Kirby in the Rocks", "Newby on Sea",
    "Holme upon Bay", "Stoke sub Head", "Saint-Michel en Mer", "Villeneuve sur Mer", "Porto de Cima", "Brighton Cove",
    "Brighton Sands End", "Bondi Creek", "Ipanema do Norte", "Copacabana de Cima", "Carcavelos Velho", "Nazaré do Sul",
    "Campeche Pequeno", "Ericeira de Baixo", "Manly Rocks", "Praia do Rosa Velha", "Garopaba do Norte", "Leblon Novo",
    "Cascais de Fora", "Tramandaí do Meio", "Pipa Pequena", "Ponta Negra do Sul", "Guarujá de Dentro",
    "Barra do Rio Verde",
)  # fmt: skip
"""Names that go on where a model would stop: behind a small word, or behind a beach that the catalogue holds."""

_TOWNS = (
    "Évora", "Viseu", "Leiria", "Beja", "Guimarães", "Castelo Branco", "Vila Real", "Santarém", "Portalegre", "Tomar",
    "Campinas", "Ribeirão Preto", "Londrina", "Uberlândia", "Caxias do Sul", "Maringá", "Teresina", "Cuiabá", "Palmas",
    "Vila Velha", "São Luís", "Santo André", "Juiz de Fora", "Joinville", "Sorocaba", "Blumenau", "Petrópolis",
    "Rio Branco", "Rio Grande", "Porto Velho", "Porto Feliz", "Boa Vista", "Campo Grande", "Águas Claras", "Luanda",
    "Maputo", "Benguela", "Bristol", "Leeds", "Cardiff", "Glasgow", "Norwich", "Exeter", "Derby", "York", "Truro",
    "Cork", "Galway", "Limerick", "Boston", "Denver", "Austin", "Portland", "St Louis", "New Haven", "Salt Lake City",
    "Ottawa", "Halifax", "Brisbane", "Perth", "Hobart", "Auckland", "Cape Town", "Nairobi", "Lagos", "Accra",
    "Valencia", "Bilbao", "Lyon", "Nantes", "Toulouse", "Köln", "Leipzig", "Hamburg", "Wien", "Graz", "Zürich", "Basel",
    "Torino", "Bologna", "Napoli", "Rotterdam", "Gent", "Oslo", "Malmö", "Tampere", "Kraków", "Brno", "Szeged", "Cluj",
    "Bogotá", "Medellín", "Lima", "Quito", "Córdoba", "Rosario", "Montevideo", "La Paz", "Osaka", "Busan", "Hà Nội",
    "Jakarta", "Pune", "Lahore", "Dhaka", "Almaty",
)  # fmt: skip


def names() -> list[str]:
    """All names of beaches, always in the same order, none of them in the catalogue."""
    made = [*_portuguese(), *_english(), *_PLAIN, *_LONGER]
    made += [f"{kind} {rest}" for kind, rests in _OTHERS.items() for rest in rests]
    known = {name.casefold() for place in places() for name in (place.name, *place.other_names)}
    return sorted({name for name in made if name.casefold() not in known})


def draw_name(chance: random.Random) -> str:
    """One of the names; one in five is of those that the model would cut short."""
    return chance.choice(_LONGER if chance.random() < _CUT_SHORT else _NAMES)


def draw_town(chance: random.Random) -> str:
    """The name of a town; seldom that of a beach, whose air is reported too."""
    return chance.choice(_NAMES if chance.random() < _BEACHES else _TOWNS)


def _portuguese() -> list[str]:
    praias = [f"Praia da {name}" for name in _PT_A] + [f"Praia do {name}" for name in _PT_O]
    praias += [f"Praia de {name}" for name in (*_PT_E, *_SAINTS)]
    praias += [f"Praia {article} {name}" for article, name in _PT_PLURAL]
    bare = [*_PT_BARE, *_PT_E, *_PT_A[::3], *_PT_O[::3], *_SAINTS[::2]]
    return [*praias, *bare, *(f"Porto da {name}" for name in _PT_A[1::4])]


def _english() -> list[str]:
    kinds = (_EN_LAST[(index * 3 + turn) % len(_EN_LAST)] for index in range(len(_EN_FIRST)) for turn in (0, 4))
    return [f"{first} {next(kinds)}" for first in _EN_FIRST for _ in range(2)]


_NAMES = names()
