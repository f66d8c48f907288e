package specimen

// people are the names and places of one culture: our own selection of common names, none of a real person.
type people struct {
	female, male, surnames, cities, streets []string
	number                                  string // how a street address is written
}

var cultures = map[string]people{
	"utopia": {
		female: []string{"Anna Maria", "Elida", "Mirabel", "Oriane", "Talia", "Ysolde", "Corinne", "Neriah"},
		male:   []string{"Aurelio", "Benedikt", "Corvin", "Emeric", "Lucan", "Tobias Jon", "Ravel", "Silvan"},
		surnames: []string{
			"Eriksson", "Halloran", "Vantongeren", "Merrow", "Castellan", "Ostrander", "Delacroix", "Quill",
		},
		cities:  []string{"Zenith", "Amaurot", "Port Clement", "Anyder"},
		streets: []string{"Harbour Row", "Linden Walk", "Cartographers Lane", "Old Mill Road"},
		number:  "%d %s",
	},
	"german": {
		female:   []string{"Anneliese", "Greta Marlene", "Jana", "Käthe", "Lotte Sophie", "Ulrike"},
		male:     []string{"Björn", "Friedrich", "Jörg Peter", "Lukas", "Matthäus", "Sören"},
		surnames: []string{"Müller", "Weißmann", "Jäger", "Schröder", "Götz", "Obermaier-Süß", "Krämer"},
		cities:   []string{"Köln", "Tübingen", "Göttingen", "Weimar"},
		streets:  []string{"Lindenstraße", "Am Mühlbach", "Gartenweg", "Bahnhofstraße"},
		number:   "%[2]s %[1]d",
	},
	"french": {
		female:   []string{"Chloé", "Françoise", "Maëlle Agnès", "Zoé", "Noémie", "Hélène"},
		male:     []string{"Aurélien", "François", "Jérôme", "Loïc", "Gaël Émile", "Rémi"},
		surnames: []string{"Bénard", "Lefèvre", "d'Aubigné", "Garçon", "Saint-Rémy", "Noël", "Durand"},
		cities:   []string{"Besançon", "Angoulême", "Orléans", "Nîmes"},
		streets:  []string{"rue des Tanneurs", "avenue de la Gare", "place du Marché", "allée des Érables"},
		number:   "%d %s",
	},
	"spanish": {
		female: []string{"Begoña", "Inés", "Lucía Belén", "Ángela", "Concepción", "Sofía"},
		male:   []string{"Íñigo", "Jesús Andrés", "Martín", "Óscar", "Raúl", "Germán"},
		surnames: []string{
			"Núñez Ibáñez", "Peña López", "García Muñoz", "Ordóñez Ruiz", "Martínez Gil", "Cañizares Sáez",
		},
		cities:  []string{"Logroño", "Mérida", "Cádiz", "Coruña"},
		streets: []string{"Calle Mayor", "Calle del Olmo", "Avenida de la Paz", "Plaza Nueva"},
		number:  "%[2]s, %[1]d",
	},
	"polish": {
		female:   []string{"Agnieszka", "Małgorzata Ewa", "Żaneta", "Świętosława", "Łucja"},
		male:     []string{"Bogusław", "Łukasz Piotr", "Stanisław", "Zdzisław", "Michał"},
		surnames: []string{"Wiśniewski", "Zając", "Kowalczyk", "Dąbrowski", "Gołąb", "Źrebiec"},
		cities:   []string{"Łódź", "Poznań", "Gdańsk", "Częstochowa"},
		streets:  []string{"ul. Długa", "ul. Lipowa", "ul. Młyńska", "al. Jana"},
		number:   "%[2]s %[1]d",
	},
	"nordic": {
		female:   []string{"Åsa", "Ingrid Märta", "Sølvi", "Þórdís", "Freja"},
		male:     []string{"Håkan", "Jørgen", "Bengt Åke", "Øyvind", "Magnus"},
		surnames: []string{"Ångström", "Sjögren", "Bjørnsen", "Lindqvist", "Hæstad", "Østergård"},
		cities:   []string{"Västerås", "Tromsø", "Malmö", "Ålborg"},
		streets:  []string{"Storgatan", "Björkvägen", "Havnegata", "Skolvägen"},
		number:   "%[2]s %[1]d",
	},
	"czech": {
		female:   []string{"Kateřina", "Zdeňka", "Růžena Marie", "Eliška"},
		male:     []string{"Ondřej", "Jiří", "Tomáš Václav", "Bohuš"},
		surnames: []string{"Dvořák", "Černý", "Růžička", "Šťastný", "Hájek", "Kříž"},
		cities:   []string{"Plzeň", "Třebíč", "České Budějovice", "Zlín"},
		streets:  []string{"Husova", "Na Příkopě", "Školní", "Zahradní"},
		number:   "%[2]s %[1]d",
	},
	"hungarian": {
		female:   []string{"Erzsébet", "Zsófia Ágnes", "Ildikó", "Réka"},
		male:     []string{"György", "Lőrinc", "Ákos Bálint", "Miklós"},
		surnames: []string{"Szőke", "Horváth", "Kőműves", "Vörös", "Füredi", "Nagy"},
		cities:   []string{"Győr", "Szeged", "Kőszeg", "Pécs"},
		streets:  []string{"Fő utca", "Kossuth tér", "Petőfi utca", "Rózsa utca"},
		number:   "%[2]s %[1]d.",
	},
	"turkish": {
		female:   []string{"Ayşe", "Gülşen Nur", "Çiğdem", "Şule"},
		male:     []string{"Oğuz", "İbrahim Can", "Çağrı", "Hüseyin"},
		surnames: []string{"Yıldız", "Öztürk", "Çelik", "Şahin", "Güneş", "Kılıç"},
		cities:   []string{"Eskişehir", "İzmir", "Muğla", "Kütahya"},
		streets:  []string{"Çınar Sokak", "Bahçe Caddesi", "İnönü Caddesi", "Gül Sokak"},
		number:   "%[2]s No: %[1]d",
	},
	"portuguese": {
		female:   []string{"Conceição", "Inês Beatriz", "Júlia", "Mafalda"},
		male:     []string{"João Pedro", "Sebastião", "Estêvão", "Tomé"},
		surnames: []string{"Araújo", "Simões Brandão", "Gonçalves", "Leão da Costa", "Magalhães"},
		cities:   []string{"São João", "Évora", "Leiria", "Bragança"},
		streets:  []string{"Rua da Conceição", "Travessa do Sol", "Avenida Central", "Largo da Sé"},
		number:   "%[2]s, %[1]d",
	},
	"english": {
		female: []string{"Abigail", "Charlotte Rose", "Danielle", "Erin", "Naomi Grace", "Vivian"},
		male:   []string{"Aaron", "Caleb James", "Dominic", "Marcus", "Owen Lee", "Wesley"},
		surnames: []string{
			"Whitaker", "O'Donnell", "Carver", "Langley-Moss", "Prescott", "Sandoval", "Tran", "McAllister",
		},
		cities:  []string{"Fairview", "Cedar Hollow", "Millbrook", "Stonebridge"},
		streets: []string{"Orchard St", "Juniper Ave", "Mill Pond Rd", "Summit Ct"},
		number:  "%d %s",
	},
	"dutch": {
		female:   []string{"Annelies", "Fleur", "Saskia Willemijn", "Zoë"},
		male:     []string{"Daniël", "Joost", "Thijs Willem", "Ruben"},
		surnames: []string{"van der Velde", "de Bruijn", "IJsbrand", "ten Hove", "van 't Hof"},
		cities:   []string{"Zutphen", "Deventer", "Middelburg", "Leeuwarden"},
		streets:  []string{"Kerkstraat", "Molenweg", "Prinsengracht", "Dorpsstraat"},
		number:   "%[2]s %[1]d",
	},
}
